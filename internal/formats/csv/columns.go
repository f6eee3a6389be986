package csv

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"bellwether/internal/formats/geo"
	"bellwether/internal/formats/text"
)

// columnLimit bounds the columns of a header.
const columnLimit = 256

// names are the usual names of columns, those of a device before the number of a row.
var names = map[string][]string{
	text.RoleNode: {"node", "node_id", "mote_id", "vehicle", "vehicle_id", "vid", "mmsi", "imei", "track_id", "track_fid", "user_id", "userid", "user", "uid", "device_id", "deviceid", "device",
		"taxi_id", "icao24", "callsign", "individual-local-identifier", "id", "name"},
	text.RoleX:        {"x", "vehicle_x", "pos_x", "x_pos", "position_x", "x_coord"},
	text.RoleY:        {"y", "vehicle_y", "pos_y", "y_pos", "position_y", "y_coord"},
	text.RoleLon:      {"lon", "lng", "long", "longitude", "location-long", "position_long", "londeg"},
	text.RoleLat:      {"lat", "latitude", "location-lat", "position_lat", "latdeg"},
	text.RoleAltitude: {"z", "altitude", "alt", "ele", "elevation"},
}

// gridNames are those of metres in a zone, beside which degrees are better.
var gridNames = map[string][]string{
	text.RoleX: {"easting", "utm_easting", "utm_e", "x_utm", "utm_x"},
	text.RoleY: {"northing", "utm_northing", "utm_n", "y_utm", "utm_y"},
}

// columns are where a row has what; -1: nowhere.
type columns struct {
	node, x, y, up int
	times          text.Times
	degrees        bool // x and y are called longitude and latitude
	pair           bool // x and y are one field, latitude first, as Flightradar24 has it
	grid           bool // x and y are called those of a grid in zones
	south, west    int  // letters of the hemispheres
	parts          sexagesimal

	unitX, unitY, unitUp text.Measure
}

// unheaded are the columns of a table without a header: node, time, x, y and perhaps z.
func unheaded(in text.File) columns {
	return columns{node: 0, times: in.Counted(timeColumn, "--columns node=1,x=3,y=4,time=2"), x: 2, y: 3, up: 4, south: -1, west: -1}
}

// timeColumn is that of the time in a table without a header.
const timeColumn = 1

// findColumns finds the columns in a header, or by a mapping that counts them.
func findColumns(in text.File, header []string) (c columns, err error) {
	c.south, c.west = -1, -1
	var wrong error
	c.node, err = in.Column(header, text.RoleNode, names[text.RoleNode])
	if c.node < 0 && !in.Columns.Numbered() {
		c.guessNode(in, header)
	}
	c.times, wrong = in.Times(header, text.RoleTime, text.TimeNames)
	if err = errors.Join(err, wrong, c.findPlace(in, header)); err != nil {
		return c, err
	}
	switch {
	case !c.times.Given():
		return c, missing("time", text.TimeNames)
	case c.x < 0 && c.y < 0:
		return c, fmt.Errorf("%w; contacts are read by --from contacts, and links by radio: {model: rssi} or {model: delivery} in a scenario", missing("x or lon", slices.Concat(names[text.RoleX][:2], names[text.RoleLon])))
	case c.x < 0:
		return c, missing("x or lon", slices.Concat(names[text.RoleX][:2], names[text.RoleLon]))
	case c.y < 0:
		return c, missing("y or lat", slices.Concat(names[text.RoleY][:2], names[text.RoleLat]))
	}
	return c, errors.Join(c.findAltitude(in, header), c.findParts(in, header), c.oneOf(in, header))
}

// guessNode takes the only column whose name says that it is of nodes, and tells it.
func (c *columns) guessNode(in text.File, header []string) {
	for at, field := range header {
		if !text.SaysNode(field) {
			continue
		}
		if c.node >= 0 {
			c.node = -1
			return
		}
		c.node = at
	}
	if c.node >= 0 {
		in.Remark("column %s is read as the node: --columns %s says otherwise", header[c.node], in.Columns.With(text.RoleNode, "NAME"))
	}
}

// findPlace finds the columns of the place: x and y, unless these lack or the others are given.
func (c *columns) findPlace(in text.File, header []string) (err error) {
	find := func(role string, names []string) (int, text.Measure) {
		at, unit, wrong := in.Place(header, role, names)
		err = errors.Join(err, wrong)
		return at, unit
	}
	c.x, c.unitX = find(text.RoleX, names[text.RoleX])
	c.y, c.unitY = find(text.RoleY, names[text.RoleY])
	_, given := in.Columns.Of(text.RoleX)
	_, lonGiven := in.Columns.Of(text.RoleLon)
	_, latGiven := in.Columns.Of(text.RoleLat)
	quiet := text.File{Columns: in.Columns}
	lon, _, _ := quiet.Place(header, text.RoleLon, names[text.RoleLon])
	lat, _, _ := quiet.Place(header, text.RoleLat, names[text.RoleLat])
	switch {
	case lonGiven || latGiven || (c.x < 0 || c.y < 0 || !given && (err != nil || c.unitX == text.Unknown)) && lon >= 0 && lat >= 0:
		if !given {
			err = nil
		}
		c.degrees = true
		c.x, c.unitX = find(text.RoleLon, names[text.RoleLon])
		c.y, c.unitY = find(text.RoleLat, names[text.RoleLat])
	case lon >= 0 && lat >= 0 && !given:
		in.Remark("columns %s and %s are read as places in metres, and not %s and %s in degrees: --columns %s says otherwise", header[c.x], header[c.y], header[lon], header[lat],
			in.Columns.And(text.RoleLon, text.ColumnWord(header, lon)).With(text.RoleLat, text.ColumnWord(header, lat)))
	case c.x < 0 && c.y < 0:
		c.x, c.unitX = find(text.RoleX, gridNames[text.RoleX])
		c.y, c.unitY = find(text.RoleY, gridNames[text.RoleY])
		c.grid = true
	}
	if both := slices.IndexFunc(header, func(field string) bool { return strings.EqualFold(field, "position") }); c.x < 0 && c.y < 0 && both >= 0 {
		c.x, c.y, c.pair, c.degrees = both, both, true, true
	}
	switch {
	case err != nil:
	case c.x < 0 || c.y < 0:
	case c.unitX == text.Unknown || c.unitY == text.Unknown:
		err = unknownUnit(header[c.x], in.Columns.And(text.RoleX, text.ColumnWord(header, c.x)+":m").With(text.RoleY, text.ColumnWord(header, c.y)+":m"))
	case c.unitX.IsMercator() != c.unitY.IsMercator():
		err = errors.New("one of x and y is of Mercator's projection by --columns: give both the unit mercator, or none")
	case c.unitX.IsMercator():
		c.degrees = true
	}
	return err
}

func missing(role string, names []string) error {
	return fmt.Errorf("the header has no column called %s: --columns (columns: in a scenario) says which it is, like %s=NAME", strings.Join(names, ", "), strings.ReplaceAll(role, " or ", "=NAME or "))
}

// unknownUnit is the error of a column in a unit that has no metres.
func unknownUnit(column, advice string) error {
	return fmt.Errorf("column %s is in a unit that has no metres here: --columns %s takes one for a metre, and :cm, :ft or :km for others", text.Quote(column), advice)
}

// findAltitude finds the column of the altitude. Heights above the sea and above the ground stand in
// two columns, so neither is guessed.
func (c *columns) findAltitude(in text.File, header []string) (err error) {
	if c.up, c.unitUp, err = in.Place(header, text.RoleAltitude, names[text.RoleAltitude]); err != nil || c.up < 0 {
		c.tellHeights(in, header)
		return err
	}
	if _, given := in.Columns.Of(text.RoleAltitude); given {
		return nil
	}
	if c.unitUp == text.Unknown {
		return unknownUnit(header[c.up], in.Columns.With(text.RoleAltitude, text.ColumnWord(header, c.up)+":m"))
	}
	for i, field := range header {
		if _, says := unitOf(text.PlainName(field)); !says && i != c.up && in.IsPlace(field, text.RoleAltitude, names[text.RoleAltitude]) {
			return fmt.Errorf("the header has two columns of altitudes, %s and %s: rename one, or choose by --columns %s", header[min(i, c.up)], header[max(i, c.up)],
				in.Columns.With(text.RoleAltitude, text.ColumnWord(header, i)))
		}
	}
	if c.pair {
		c.unitUp = "ft"
		in.Remark("column %s is read in feet, as Flightradar24 has it: --columns %s:m says otherwise", header[c.up], in.Columns.With(text.RoleAltitude, text.ColumnWord(header, c.up)))
	}
	return nil
}

// assume returns the columns of a table without a header, by its first row, and what to tell
// about it.
func (t *table) assume(fields []string) (c columns, remark string) {
	c = unheaded(t.in)
	_, wrong := c.times.Read(fields[timeColumn])
	switch {
	case t.Blank() && len(fields) == 4 && isDegrees(fields[0], 90) && isDegrees(fields[1], 180) && (fields[2] == "0" || fields[2] == "1") && isUnix(fields[3]):
		t.taxi = true
		c.node, c.times, c.x, c.y, c.up, c.degrees = -1, t.in.Counted(3, "--columns lat=1,lon=2,time=4"), 1, 0, -1, true
		return c, "rows are read as Cabspotting's, latitude longitude occupied time, the latest first, of one device that the file's name names: --columns lat=1,lon=2,node=3,time=4:sort says otherwise"
	case wrong == nil && c.times.Dates() && t.coordinates == geo.Auto && isDegrees(fields[2], 180) && isDegrees(fields[3], 90):
		c.degrees = true
		return c, "rows without a header, with dates, are read as node, date, longitude and latitude in degrees: --columns node=1,time=2,lat=3,lon=4 or --coordinates metres says otherwise"
	case wrong == nil && c.times.Dates() && t.coordinates == geo.Auto && isDegrees(fields[2], 90) && isDegrees(fields[3], 180):
		c.x, c.y, c.up, c.degrees = 3, 2, -1, true
		return c, "rows without a header, with dates, are read as node, date, latitude and longitude in degrees: --columns node=1,time=2,x=3,y=4 says otherwise"
	case strings.HasSuffix(strings.TrimSuffix(t.in.Name, ".gz"), ".if"): // BonnMotion's IntervalFormat
		return c, ""
	}
	t.guessed = true // told at the end
	return c, ""
}

// isDegrees reports whether a field is a decimal fraction within bounds.
func isDegrees(field string, most float64) bool {
	_, err := text.Degrees(field, most)
	return err == nil && strings.Contains(field, ".")
}

func isUnix(field string) bool {
	n, err := strconv.ParseInt(field, 10, 64)
	return err == nil && n >= 1e9
}

// noName refuses a number with a point or a sign as a name in a table without a header: it is a
// coordinate or a value, and the columns mean something else.
func noName(name string) error {
	if _, err := text.Number(name); err == nil && strings.ContainsAny(name, ".+-") {
		return text.Whole(fmt.Errorf("a node called %s: a number with a point or a sign names nothing; without a header the columns are node, time, x and y: --columns (columns: in a scenario) counts others, like --columns node=N,time=N,lon=N,lat=N",
			text.Quote(name)))
	}
	var c text.Clock
	if !strings.ContainsAny(name, ":/-") {
		return nil
	}
	if _, err := c.Read(name); err == nil {
		return text.Whole(fmt.Errorf("a node called %s: a date names nothing; without a header the columns are node, time, x and y: --columns (columns: in a scenario) counts others, like --columns node=N,time=N,x=N,y=N", text.Quote(name)))
	}
	return nil
}
