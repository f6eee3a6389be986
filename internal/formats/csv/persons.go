package csv

import (
	"slices"
	"strings"

	"bellwether/internal/formats/text"
)

// persons are the columns of SUMO's persons beside those of its vehicles, counted from 1; 0: none.
type persons struct {
	node, x, y int
	kinds      map[string]bool // by name: it is first that of a person
}

// findPersons finds the columns of persons in a table of vehicles.
func findPersons(header []string, c *columns) (p persons) {
	if c.node < 0 || c.node >= len(header) || text.PlainName(header[c.node]) != "vehicleid" {
		return persons{}
	}
	at := func(name string) int {
		return 1 + slices.IndexFunc(header, func(field string) bool { return text.PlainName(field) == name })
	}
	p = persons{node: at("personid"), x: at("personx"), y: at("persony"), kinds: map[string]bool{}}
	if p.node == 0 || p.x == 0 || p.y == 0 {
		return persons{}
	}
	return p
}

// who is the node of a row and where it is: a vehicle, or a person if there is no vehicle.
func (t *table) who(fields []string) (node, x, y string) {
	c, p := &t.columns, &t.persons
	node, x, y = text.Field(fields, c.node), text.Field(fields, c.x), text.Field(fields, c.y)
	if p.node == 0 {
		return node, x, y
	}
	person := node == "" && x == "" && y == ""
	if person {
		node, x, y = text.Field(fields, p.node-1), text.Field(fields, p.x-1), text.Field(fields, p.y-1)
	}
	if node == "" {
		return node, x, y
	}
	switch first, known := p.kinds[node]; {
	case !known:
		p.kinds[strings.Clone(node)] = person
	case person && !first:
		node += " (person)" // as in SUMO's XML: the kind that comes later is named
	case first && !person:
		node += " (vehicle)"
	}
	return node, x, y
}
