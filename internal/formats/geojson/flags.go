package geojson

import (
	"maps"
	"slices"
	"strings"

	"bellwether/internal/formats/text"
)

// mostProperties bounds the names of properties that are looked at.
const mostProperties = 256

// refuses reports whether the mapping says that a feature is no fix, and keeps its properties for
// the flags: those with a text, a number, true or false.
func (f *file) refuses(one *feature) bool {
	clear(f.row)
	for _, name := range slices.Sorted(maps.Keys(one.Properties)) {
		raw := one.Properties[name]
		if strings.ToLower(name) != name || missing(raw) || raw[0] == '{' || raw[0] == '[' || len(f.row) == mostProperties {
			continue
		}
		value, is := word(raw)
		if !is {
			value = string(raw)
		}
		at := f.flags.Column(name, f.reads)
		for len(f.row) <= at {
			f.row = append(f.row, "")
		}
		f.row[at] = value
	}
	return f.flags.No(f.row)
}

// reads reports whether a property may be read as something else.
func (f *file) reads(name string) bool {
	node, _ := f.in.Columns.Of(text.RoleNode)
	return slices.Contains(nodeNames, name) || strings.EqualFold(name, node) || text.SaysTime(name)
}
