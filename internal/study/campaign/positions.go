package campaign

import (
	"bufio"
	"cmp"
	"encoding/json"
	"io"
	"slices"

	"github.com/paulmach/orb"

	"bellwether/protocol"
	"bellwether/trace"
)

// A position is where a node was first seen in its run.
type position struct {
	Node protocol.ID
	At   orb.Point // metres
	From protocol.Time
}

// positions is a sink that records where nodes begin.
type positions struct {
	list []position
	seen []bool // by ID: 1 to the number of nodes
}

func newPositions(nodes int) *positions { return &positions{seen: make([]bool, nodes+1)} }

// Wants returns the kind of movements.
func (p *positions) Wants() trace.Set { return trace.Of(trace.Move) }

// Record stores the beginning of the first leg of each node.
func (p *positions) Record(r *trace.Record) {
	if p.seen[r.Node] {
		return
	}
	p.seen[r.Node] = true
	p.list = append(p.list, position{r.Node, orb.Point{r.X, r.Y}, r.At})
}

// sorted returns the positions, sorted by node.
func (p *positions) sorted() []position {
	slices.SortFunc(p.list, func(a, b position) int { return cmp.Compare(a.Node, b.Node) })
	return p.list
}

// feature is the part of GeoJSON (RFC 7946) that points need. It does not use orb/geojson,
// which would link a database driver into the program.
type feature struct {
	Type       string     `json:"type"`
	Geometry   geometry   `json:"geometry"`
	Properties properties `json:"properties"`
}

type geometry struct {
	Type        string    `json:"type"`
	Coordinates orb.Point `json:"coordinates"`
}

type properties struct {
	Node        protocol.ID `json:"node"`
	FromS       float64     `json:"from_s"` // when it came into the world
	NameInTrace string      `json:"name_in_trace,omitempty"`
}

// geoJSON writes the positions as points, one at a time: the whole text of a million nodes
// has 200 MB. The coordinates are metres in the scenario's plane and not degrees; the file
// states that.
func geoJSON(to io.Writer, list []position, names []string) error {
	w := bufio.NewWriter(to)
	w.WriteString(`{
 "type": "FeatureCollection",
 "coordinates_are": "metres east and north of the corner of the scenario's world, not degrees",
 "features": [`)
	for k, p := range list {
		f := feature{Type: "Feature", Geometry: geometry{"Point", p.At}, Properties: properties{Node: p.Node, FromS: p.From.Seconds()}}
		if i := int(p.Node) - 1; i >= 0 && i < len(names) {
			f.Properties.NameInTrace = names[i]
		}
		text, err := json.MarshalIndent(f, "  ", " ")
		if err != nil {
			return err
		}
		if k > 0 {
			w.WriteByte(',')
		}
		w.WriteString("\n  ")
		w.Write(text)
	}
	if len(list) > 0 {
		w.WriteString("\n ")
	}
	w.WriteString("]\n}\n")
	return w.Flush() // returns the first error of all writes
}
