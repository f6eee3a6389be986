// Package registry is the algorithms that a program has: those that come with bellwether,
// and its own. Every verb of the command line asks it which there are.
//
// It assumes that own algorithms do not change while the program runs. It never accepts
// one that a scenario would refuse: without a name, of a name that is taken, or whose
// machines do what it does not declare. A nil registry has the built-in ones alone.
//
// Cost: some milliseconds to make one with algorithms of one's own.
package registry

import (
	"slices"

	"bellwether/protocol"
	"bellwether/scenarios"
)

// A Registry is the algorithms of a program.
type Registry struct{ own []protocol.Algorithm }

// New makes the registry of a program with algorithms of its own.
func New(own ...protocol.Algorithm) (*Registry, error) {
	if len(own) > 0 { // a scenario that may name them says what is wrong with them
		if _, err := scenarios.Read("own.yaml", []byte("nodes: 1\n"), scenarios.Options{More: own}); err != nil {
			return nil, err
		}
	}
	return &Registry{slices.Clone(own)}, nil
}

// Own are the program's own algorithms, for scenarios.Options.More.
func (r *Registry) Own() []protocol.Algorithm {
	if r == nil {
		return nil
	}
	return r.own
}

// All are the algorithms in the order of tables: the main one first, own ones last.
func (r *Registry) All() []protocol.Algorithm { return append(scenarios.Algorithms(), r.Own()...) }

// Find finds one by name.
func (r *Registry) Find(name string) (protocol.Algorithm, bool) {
	all := r.All()
	i := slices.IndexFunc(all, func(a protocol.Algorithm) bool { return a.Name == name })
	if i < 0 {
		return protocol.Algorithm{}, false
	}
	return all[i], true
}

// Names are those of all algorithms.
func (r *Registry) Names() []string {
	var names []string
	for _, a := range r.All() {
		names = append(names, a.Name)
	}
	return names
}
