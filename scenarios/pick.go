package scenarios

import (
	"fmt"
	"slices"

	"bellwether/internal/base/strictyaml"
	"bellwether/protocol"
	"bellwether/scenarios/internal/section"
)

// Setup is the configuration of an entry's algorithm in this scenario.
func (s *Scenario) setup(e Entry, a protocol.Algorithm) (protocol.Config, []*protocol.ParamError) {
	detection := s.Detection.Protocol()
	values, faults := protocol.Resolve(a.Params, s.loaded(e, a), detection)
	return protocol.Config{
		Detection:  detection,
		Hysteresis: s.Capability.Margin(),
		Values:     values,
	}, faults
}

// spellOut puts every algorithm, each followed by its variants, in the place of all: in
// the file before flags change single rows of it, and in what a flag gives.
func (r *reader) spellOut() {
	r.spelt = append(r.spelt, r.SpellOut("algorithms", section.WordAll, strictyaml.Inline(r.s.everyRow()))...)
}

// everyRow lists every algorithm, each followed by its variants.
func (s *Scenario) everyRow() []Entry {
	var every []Entry
	for _, a := range s.algorithms() {
		every = append(every, Entry{Name: a.Name, Label: a.Name})
		for _, v := range a.Variants {
			every = append(every, Entry{Name: a.Name, Label: v.Label, Params: v.Params})
		}
	}
	return every
}

// dropTooSmall drops rows that do not take so many nodes, if they come from all or from the
// default and were not named.
func (r *reader) dropTooSmall() {
	r.s.Algorithms = slices.DeleteFunc(r.s.Algorithms, func(e Entry) bool {
		a, _ := r.s.Algorithm(e.Name)
		drop := r.s.tooLarge(a) && (e.path == "" || slices.Contains(r.spelt, e.path))
		if drop {
			r.dropped = append(r.dropped, e.Label)
		}
		return drop
	})
}

// tooLarge reports whether the world has more nodes than an algorithm takes.
func (s *Scenario) tooLarge(a protocol.Algorithm) bool { return a.MaxNodes > 0 && s.Nodes > a.MaxNodes }

// checkEntries checks the rows of the file: names, labels, parameters.
func (r *reader) checkEntries() {
	labels := map[string]string{}
	for _, e := range r.s.Algorithms {
		if !r.Sound(e.path) {
			continue
		}
		at := e.path
		if r.Given(e.path + ".name") {
			at += ".name"
		}
		a, known := r.s.Algorithm(e.Name)
		if !known {
			r.Fault(at, "unknown algorithm %q%s", e.Name, strictyaml.Hint(e.Name, r.s.names()))
			continue
		}
		if first, twice := labels[e.Label]; twice {
			r.Fault(e.path, "two rows are called %s, here and at %s; give one a label", e.Label, first)
		}
		labels[e.Label] = e.path
		r.checkParams(e, a)
	}
}

func (r *reader) checkParams(e Entry, a protocol.Algorithm) {
	config, faults := r.s.setup(e, a)
	for _, f := range faults {
		why := f.Why
		if _, declared := e.Params[f.Name]; !declared {
			r.Fault(e.path, "the default of %s: %s", f.Name, why) // detection.interval out of its bounds
			continue
		}
		if !slices.ContainsFunc(a.Params, func(p protocol.Param) bool { return p.Name == f.Name }) {
			why = "unknown parameter of " + a.Name + strictyaml.Hint(f.Name, paramNames(a))
		}
		r.Fault(e.path+".params."+f.Name, "%s", why)
	}
	if len(faults) > 0 || !r.Sound("detection", "capability") {
		return
	}
	if _, err := a.New(config); err != nil {
		r.Refused(e.path, err.Error(), err)
	}
}

func paramNames(a protocol.Algorithm) []string {
	var out []string
	for _, p := range a.Params {
		out = append(out, p.Name)
	}
	return out
}

// pickAlgorithms fills the rows in if the file names none, and keeps those that
// a flag names: by label, by algorithm, or all.
func (r *reader) pickAlgorithms() {
	s := r.s
	if len(s.Algorithms) == 0 && r.Sound("algorithms") {
		s.Algorithms = s.everyAlgorithm()
	}
	if len(r.o.Algorithms) == 0 {
		r.dropTooSmall()
		return
	}
	var picked []Entry
	for _, want := range r.o.Algorithms {
		if want == section.WordAll {
			picked = append(picked, r.allRows()...)
			continue
		}
		if rows := rowsOf(s.Algorithms, want); len(rows) > 0 {
			picked = append(picked, rows...)
			continue
		}
		rows := rowsOf(s.everyRow(), want)
		if len(rows) == 0 {
			r.FaultOf("--algorithms "+want, "unknown algorithm%s", strictyaml.Hint(want, r.labels()))
			continue
		}
		picked = append(picked, rows[0]) // an algorithm by itself, or a variant
	}
	s.Algorithms = unique(picked)
}

// allRows are the rows of every algorithm and its variants, with the parameters that the file
// has for a label, but for those that do not take so many nodes.
func (r *reader) allRows() []Entry {
	var rows []Entry
	for _, e := range r.s.everyRow() {
		if i := slices.IndexFunc(r.s.Algorithms, func(o Entry) bool { return o.Label == e.Label }); i >= 0 {
			e = r.s.Algorithms[i]
		}
		if a, known := r.s.Algorithm(e.Name); known && r.s.tooLarge(a) {
			r.dropped = append(r.dropped, e.Label)
			continue
		}
		rows = append(rows, e)
	}
	return rows
}

// rowsOf returns the row of a label; if there is none, those of an algorithm.
func rowsOf(entries []Entry, want string) []Entry {
	var named []Entry
	for _, e := range entries {
		if e.Label == want {
			return []Entry{e}
		}
		if e.Name == want {
			named = append(named, e)
		}
	}
	return named
}

// unique drops rows named twice.
func unique(entries []Entry) []Entry {
	var out []Entry
	for _, e := range entries {
		if !slices.ContainsFunc(out, func(o Entry) bool { return o.Label == e.Label }) {
			out = append(out, e)
		}
	}
	return out
}

// labels are the names that --algorithms can take.
func (r *reader) labels() []string {
	out := append(r.s.names(), section.WordAll)
	for _, e := range slices.Concat(r.s.Algorithms, r.s.everyRow()) {
		if !slices.Contains(out, e.Label) {
			out = append(out, e.Label)
		}
	}
	return out
}

// everyAlgorithm lists those there are.
func (s *Scenario) everyAlgorithm() []Entry {
	var out []Entry
	for _, a := range s.algorithms() {
		out = append(out, Entry{Name: a.Name, Label: a.Name})
	}
	return out
}

// checkSizes refuses worlds larger than an algorithm takes.
func (r *reader) checkSizes() {
	s := r.s
	if !r.Sound("nodes", "algorithms") {
		return
	}
	for _, e := range s.Algorithms {
		a, _ := s.Algorithm(e.Name)
		if s.tooLarge(a) {
			r.Fault("nodes", "%s", fmt.Sprintf("%s takes at most %d nodes (%s), got %d",
				e.Label, a.MaxNodes, a.MaxNodesWhy, s.Nodes))
		}
	}
}
