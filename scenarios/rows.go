package scenarios

import (
	"fmt"
	"slices"

	"bellwether/internal/base/strictyaml"
	"bellwether/protocol"
	"bellwether/scenarios/internal/keys"
	"bellwether/scenarios/internal/section"
)

// rows reads the rows of the table: which algorithms run, with which parameters.
type rows struct {
	file   *keys.File
	table  table
	wanted []string // by a flag: labels, names or all; none: as in the file
	named  []Entry  // programs that the user named: they are picked in any case
	nodes  int      // of the world; known when the defaults are set
	// setup is the configuration of a row in this scenario.
	setup func(Entry, protocol.Algorithm) (protocol.Config, []*protocol.ParamError)

	entries []Entry
	spelt   []string // paths of the rows that all stood for
	dropped []string // labels of the rows that were left out, because they do not take so many nodes
}

// spellOut puts every algorithm, each followed by its variants, in the place of all: in
// the file before flags change single rows of it, and in what a flag gives.
func (r *rows) spellOut() {
	r.spelt = append(r.spelt, r.file.SpellOut("algorithms", section.WordAll, strictyaml.Inline(r.table.rows()))...)
}

// dropTooSmall drops rows that do not take so many nodes, if they come from all or from the
// default and were not named.
func (r *rows) dropTooSmall() {
	r.entries = slices.DeleteFunc(r.entries, func(e Entry) bool {
		a, _ := r.table.named(e.Name)
		drop := tooLarge(a, r.nodes) && (e.path == "" || slices.Contains(r.spelt, e.path))
		if drop {
			r.dropped = append(r.dropped, e.Label)
		}
		return drop
	})
}

// check checks the rows of the file: names, labels, parameters.
func (r *rows) check() {
	labels := map[string]string{}
	for _, e := range r.entries {
		if !r.file.Sound(e.path) {
			continue
		}
		at := e.path
		if r.file.Given(e.path + ".name") {
			at += ".name"
		}
		a, known := r.table.named(e.Name)
		if !known {
			r.file.Fault(at, "unknown algorithm %q%s", e.Name, strictyaml.Hint(e.Name, r.table.names()))
			continue
		}
		if first, twice := labels[e.Label]; twice {
			r.file.Fault(e.path, "two rows are called %s, here and at %s; give one a label", e.Label, first)
		}
		labels[e.Label] = e.path
		r.params(e, a)
	}
}

func (r *rows) params(e Entry, a protocol.Algorithm) {
	config, faults := r.setup(e, a)
	for _, f := range faults {
		why := f.Why
		if _, declared := e.Params[f.Name]; !declared {
			r.file.Fault(e.path, "the default of %s: %s", f.Name, why) // detection.interval out of its bounds
			continue
		}
		if !slices.ContainsFunc(a.Params, func(p protocol.Param) bool { return p.Name == f.Name }) {
			why = "unknown parameter of " + a.Name + strictyaml.Hint(f.Name, paramNames(a))
		}
		r.file.Fault(e.path+".params."+f.Name, "%s", why)
	}
	if len(faults) > 0 || !r.file.Sound("detection", "capability") {
		return
	}
	if _, err := a.New(config); err != nil {
		r.file.Refused(e.path, err.Error(), err)
	}
}

// pick fills the rows in if the file names none, and keeps those that
// a flag names: by label, by algorithm, or all.
func (r *rows) pick() {
	if len(r.entries) == 0 && r.file.Sound("algorithms") {
		r.entries = slices.DeleteFunc(r.table.entries(), func(e Entry) bool { return len(rowsOf(r.named, e.Name)) > 0 })
		r.entries = append(r.entries, r.named...)
	}
	if len(r.wanted) == 0 {
		r.dropTooSmall()
		return
	}
	var picked []Entry
	for _, want := range r.wanted {
		if want == section.WordAll {
			picked = append(picked, r.all()...)
			continue
		}
		if rows := rowsOf(r.entries, want); len(rows) > 0 {
			picked = append(picked, rows...)
			continue
		}
		rows := rowsOf(r.table.rows(), want)
		if len(rows) == 0 {
			r.file.FaultOf("--algorithms "+want, "unknown algorithm%s", strictyaml.Hint(want, r.labels()))
			continue
		}
		picked = append(picked, rows[0]) // an algorithm by itself, or a variant
	}
	r.entries = unique(append(picked, r.named...))
}

// all are the rows of every algorithm and its variants, with the parameters that the file
// has for a label, but for those that do not take so many nodes.
func (r *rows) all() []Entry {
	var rows []Entry
	for _, e := range r.table.rows() {
		if i := slices.IndexFunc(r.entries, func(o Entry) bool { return o.Label == e.Label }); i >= 0 {
			e = r.entries[i]
		}
		if a, known := r.table.named(e.Name); known && tooLarge(a, r.nodes) {
			r.dropped = append(r.dropped, e.Label)
			continue
		}
		rows = append(rows, e)
	}
	return rows
}

// labels are the names that --algorithms can take.
func (r *rows) labels() []string {
	out := append(r.table.names(), section.WordAll)
	for _, e := range slices.Concat(r.entries, r.table.rows()) {
		if !slices.Contains(out, e.Label) {
			out = append(out, e.Label)
		}
	}
	return out
}

// sizes refuses worlds larger than an algorithm takes.
func (r *rows) sizes() {
	if !r.file.Sound("nodes", "algorithms") {
		return
	}
	for _, e := range r.entries {
		a, _ := r.table.named(e.Name)
		if tooLarge(a, r.nodes) {
			r.file.Fault("nodes", "%s", fmt.Sprintf("%s takes at most %d nodes (%s), got %d",
				e.Label, a.MaxNodes, a.MaxNodesWhy, r.nodes))
		}
	}
}

// tooLarge reports whether the world has more nodes than an algorithm takes.
func tooLarge(a protocol.Algorithm, nodes int) bool { return a.MaxNodes > 0 && nodes > a.MaxNodes }

func paramNames(a protocol.Algorithm) []string {
	var out []string
	for _, p := range a.Params {
		out = append(out, p.Name)
	}
	return out
}

// rowsOf returns the row with a label, or else all rows of an algorithm.
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
