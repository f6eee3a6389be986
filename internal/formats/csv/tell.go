package csv

import (
	"slices"

	"bellwether/internal/formats/geo"
	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/text"
)

// highestM is above which heights are doubted: no mountain is higher.
const highestM = 9000

// tellMap remarks on places that are perhaps metres of Mercator's projection, unless their columns
// are called those of a grid.
func (t *table) tellMap() {
	c := &t.columns
	if t.coordinates == geo.Degrees || c.unitX != "" || c.grid {
		return
	}
	x, y := "3", "4"
	if c.x < len(t.header) && c.y < len(t.header) {
		x, y = text.ColumnWord(t.header, c.x), text.ColumnWord(t.header, c.y)
	}
	read := t.in.Columns.And(text.RoleX, x+":mercator").With(text.RoleY, y+":mercator")
	if len(t.header) == 0 {
		read = "node=1,time=2,x=3:mercator,y=4:mercator"
	}
	if told := geo.DoubtMap(t.first.place, "--columns "+read+" reads them (a factor of %.3g)"); told != "" {
		t.in.Remark("%s", told)
	}
}

// names are those of all nodes with a place.
func (t *table) names() (names []string) {
	for node := range t.recorder.Nodes() {
		names = append(names, t.recorder.Name(node))
	}
	return names
}

// tell remarks what was assumed.
func (t *table) tell() {
	if t.guessed {
		other := ""
		if t.meets && t.coordinates != geo.Degrees {
			other = ", and --from contacts reads a b start end"
		}
		t.in.Remark("rows without a header are read as node, time, x and y: --columns node=1,time=2,x=3,y=4 counts them otherwise%s", other)
	}
	t.columns.times.Tell()
	t.order.Tell(t.in, &t.columns.times.Clock)
	t.thousands.Tell(t.in, t.header)
	t.hashes.Tell(t.in)
	t.in.DoubtNames(t.names())
	t.quality.tell(t.in)
	t.flags.Tell()
	if t.highest > highestM && t.columns.unitUp == "" && t.columns.up >= 0 && t.columns.up < len(t.header) {
		t.in.Remark("heights up to %.6g are read as metres: --columns %s:ft or :mm says otherwise", t.highest, t.in.Columns.With(text.RoleAltitude, text.ColumnWord(t.header, t.columns.up)))
	}
	t.tellMap()
	t.shape.tell(t.in, t.header, &t.columns)
	t.tellWide()
	if t.nameless > 0 {
		t.in.Remark("left out: %d rows with neither a node nor a place", t.nameless)
	}
	if t.eastern {
		t.in.Remark("longitudes beyond 180 are read as those west of 0, less 360")
	}
	if t.unknown > 0 {
		t.in.Remark("left out: %d rows with latitude 91 or longitude 181, by which AIS says that a place is not known", t.unknown)
	}
	var placeless []string
	for name := range t.empty {
		if _, known := t.recorder.Find(name); !known {
			placeless = append(placeless, name)
		}
	}
	if len(placeless) > 0 {
		slices.SortFunc(placeless, movetrace.CompareNames)
		t.in.Remark("left out, since no row has a place of them: %d of %d nodes, %s first", len(placeless), len(placeless)+t.recorder.Nodes(), placeless[0])
	}
}
