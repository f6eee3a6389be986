// Package footprint estimates what a run takes of memory before it begins, and says how
// many runs at a time a machine can hold: none, and the world is refused.
//
// An estimate is a sum of parts, each so many bytes a node, or a node and neighbour. The
// coefficients were measured: a test runs worlds of many kinds and holds each estimate
// against the live heap (see TestEstimatesAreOfTheHeap for how near it must be). What an
// algorithm keeps and what waits to be sent depend on the algorithm and on how busy the
// air is, which nobody knows before: there it takes what the algorithms of this house
// take in the election that all nodes begin at once, the busiest instant of most runs.
//
// It assumes that files are read already: a trace or a graph is shared by all runs, and
// is no part of what is free any more. Amounts are bytes; the cost is a pass over the
// nodes at most.
package footprint

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bellwether/emulator"
	"bellwether/internal/memory"
	"bellwether/overlay"
	"bellwether/protocol"
	"bellwether/scenarios"
)

// A Part of a world, and what it takes.
type Part struct {
	What  string
	Bytes int64
}

// An Estimate is what lives of one run at its peak.
type Estimate struct {
	Nodes int
	Parts []Part // none is 0
}

// Bytes is the sum of the parts.
func (e Estimate) Bytes() (sum int64) {
	for _, p := range e.Parts {
		sum += p.Bytes
	}
	return sum
}

// String says how much, and of what mostly: "1.4 GB (nodes 0.9 GB, frames 0.3 GB)".
func (e Estimate) String() string {
	parts := slices.Clone(e.Parts)
	slices.SortStableFunc(parts, func(a, b Part) int { return cmp.Compare(b.Bytes, a.Bytes) })
	var most []string
	for _, p := range parts[:min(len(parts), mostParts)] {
		if p.Bytes >= e.Bytes()/100 {
			most = append(most, p.What+" "+memory.Size(p.Bytes))
		}
	}
	return fmt.Sprintf("%s (%s)", memory.Size(e.Bytes()), strings.Join(most, ", "))
}

// mostParts is how many parts a message names, none of them below a hundredth.
const mostParts = 3

// Of estimates a run of a row.
func Of(s *scenarios.Scenario, e scenarios.Entry, records Records) Estimate {
	return of(s, e, sample{degree: s.MeanDegree(), records: records})
}

func of(s *scenarios.Scenario, e scenarios.Entry, w sample) Estimate {
	w.s = s
	w.algorithm, _ = s.Algorithm(e.Name)
	if c, err := s.Config(e, s.Seed); err == nil { // an error is told by the run
		w.observes = observes(&c)
	}
	out := Estimate{Nodes: s.Nodes}
	for _, of := range parts {
		if perNode := of.perNode(&w); perNode > 0 {
			out.Parts = append(out.Parts, Part{of.what, int64(perNode * float64(s.Nodes))})
		}
	}
	return out
}

// observes says whether machines are told of links by an oracle.
func observes(c *emulator.Config) bool {
	maker, err := c.Algorithm.New(c.Setup)
	return err == nil && c.Services.Hello == nil && overlay.Observer(maker())
}

// Records says what of a run is recorded.
type Records int

// What is measured alone, or all of it, for a file.
const (
	Measured Records = iota
	All
)

// sample is what the parts of an estimate look at.
type sample struct {
	s         *scenarios.Scenario
	algorithm protocol.Algorithm
	degree    float64
	observes  bool // machines are told of links by an oracle
	records   Records
}

// moves says whether nodes have paths that turn.
func (w *sample) moves() bool {
	m := w.s.Movement()
	return m != nil && m.MaxSpeed() > 0
}

// follows says whether links are known all the time: for machines that are told of
// them, for routes that go over them, and for a trace of them.
func (w *sample) follows() bool {
	routed := w.algorithm.Needs != protocol.NeedsNeighbours && w.s.Routing.Service == oracleService
	return w.records == All || routed || w.observes
}

// elects is the share of the nodes that are in an election at once: all whom the scenario
// starts, and half of a network that falls apart and grows together as nodes move (0.53
// were in docs/world.md's walk).
func (w *sample) elects() float64 {
	switch {
	case w.s.Start.Elect.All:
		return 1
	case w.moves():
		return 0.5
	}
	return float64(len(w.s.Start.Elect.Nodes)) / float64(w.s.Nodes)
}
