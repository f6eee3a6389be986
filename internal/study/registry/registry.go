// Package registry lists the parts of a program: the algorithms that come with bellwether, and
// its own algorithms, metrics, faults, models of movement and losses. Every verb of the
// command line gets them from it.
//
// It assumes that the program's own parts do not change while it runs. It never accepts a part
// that a scenario would refuse: without a name, with a name in use, or an algorithm whose
// machines do what it does not declare. If the code that makes machines, models, losses or
// meters panics, or a fault does, the message has its name: see package crash. A nil registry
// has only the built-in parts.
//
// Cost: some milliseconds to make one with algorithms of one's own.
package registry

import (
	"cmp"
	"errors"
	"slices"

	"bellwether/election"
	"bellwether/election/tanist"
	"bellwether/emulator"
	"bellwether/internal/study/tasks"
	"bellwether/mobility"
	"bellwether/overlay"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/scenarios"
	"bellwether/trace/check"
	"bellwether/trace/measure"
)

// Own has the parts that a program adds.
type Own struct {
	Name       Program // "": Bellwether
	Algorithms []protocol.Algorithm
	Metrics    []measure.Own
	Faults     []emulator.OwnFault
	Models     map[string]func(mobility.Area) (mobility.Model, error)
	Losses     map[string]func(seed uint64) (radio.Loss, error)
	Queue      tasks.Queue // gives work to other machines; nil: the program cannot
}

// A Registry is the list of a program's algorithms and metrics.
type Registry struct{ own Own }

// New makes the registry of a program.
func New(own Own) (*Registry, error) {
	r := &Registry{own.guarded()}
	faults := []error{measure.ValidateOwn(own.Metrics)}
	if len(own.Algorithms)+len(own.Faults)+len(own.Models)+len(own.Losses) > 0 { // a scenario that may name them reports their faults
		_, err := scenarios.Read("own.yaml", []byte("nodes: 1\n"), r.Options())
		faults = append(faults, err)
	}
	if err := errors.Join(faults...); err != nil {
		return nil, err
	}
	return r, nil
}

// With returns a registry with further algorithms, for one verb.
func (r *Registry) With(more ...protocol.Algorithm) (*Registry, error) {
	var own Own
	if r != nil {
		own = r.own
	}
	own.Algorithms = append(slices.Clip(own.Algorithms), more...)
	return New(own)
}

// Options returns the options with which the program's scenarios are loaded: all its own parts
// that a file may name.
func (r *Registry) Options() scenarios.Options {
	if r == nil {
		return scenarios.Options{}
	}
	return scenarios.Options{More: r.own.Algorithms, Faults: r.own.Faults, Models: r.own.Models, Losses: r.own.Losses}
}

// Queue gives work to other machines; nil if the program cannot.
func (r *Registry) Queue() tasks.Queue {
	if r == nil {
		return nil
	}
	return r.own.Queue
}

// Program is the name with which the program's commands begin.
func (r *Registry) Program() Program {
	if r == nil {
		return Bellwether
	}
	return cmp.Or(r.own.Name, Bellwether)
}

// Metrics are the program's own.
func (r *Registry) Metrics() []measure.Own {
	if r == nil {
		return nil
	}
	return r.own.Metrics
}

// All are the algorithms in the order of tables: the main one first, own ones last.
func (r *Registry) All() []protocol.Algorithm {
	return append(scenarios.Algorithms(), r.Options().More...)
}

// Find finds an algorithm by name.
func (r *Registry) Find(name string) (protocol.Algorithm, bool) {
	all := r.All()
	i := slices.IndexFunc(all, func(a protocol.Algorithm) bool { return a.Name == name })
	if i < 0 {
		return protocol.Algorithm{}, false
	}
	return all[i], true
}

// Invariants returns the properties of every state that an algorithm claims with these
// parameters (key=value), for the explorer.
func (r *Registry) Invariants(name string, params []string) []check.Property {
	if of := invariants[name]; of != nil {
		return of(params)
	}
	return nil
}

// invariants has the invariants of the algorithms that come with bellwether.
var invariants = map[string]func(params []string) []check.Property{
	election.Vasudevan().Name: election.Invariants,
	tanist.Algorithm().Name:   tanist.Invariants,
}

// Names returns the names of all algorithms.
func (r *Registry) Names() []string {
	var names []string
	for _, a := range r.All() {
		names = append(names, a.Name)
	}
	return names
}

// Messages returns the kinds of messages of all algorithms and of the services below them.
func (r *Registry) Messages() []protocol.MessageKind {
	all := overlay.Services{Hello: &overlay.HelloOptions{}, Flood: &overlay.FloodOptions{}, AODV: &overlay.AODVOptions{}, OLSR: &overlay.OLSROptions{}, Link: &overlay.LinkOptions{}}
	var kinds []protocol.MessageKind
	for _, a := range r.All() {
		_, of, _ := overlay.Compose(a, func() protocol.Machine { return nil }, all)
		kinds = append(kinds, of...)
	}
	return kinds
}
