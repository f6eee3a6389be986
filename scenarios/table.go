package scenarios

import (
	"bellwether/protocol"
)

// table is every algorithm that a scenario may name.
type table []protocol.Algorithm

// named finds an algorithm by name.
func (t table) named(name string) (protocol.Algorithm, bool) {
	for _, a := range t {
		if a.Name == name {
			return a, true
		}
	}
	return protocol.Algorithm{}, false
}

// names are the names of all.
func (t table) names() []string {
	var out []string
	for _, a := range t {
		out = append(out, a.Name)
	}
	return out
}

// rows lists every algorithm, each followed by its variants.
func (t table) rows() []Entry {
	var every []Entry
	for _, a := range t {
		every = append(every, Entry{Name: a.Name, Label: a.Name})
		for _, v := range a.Variants {
			every = append(every, Entry{Name: a.Name, Label: v.Label, Params: v.Params})
		}
	}
	return every
}

// entries lists every algorithm, without variants.
func (t table) entries() []Entry {
	var out []Entry
	for _, a := range t {
		out = append(out, Entry{Name: a.Name, Label: a.Name})
	}
	return out
}
