// Package footprint estimates how much memory a run takes before it begins, and how many
// runs at a time fit into the machine. If not even one fits the world is refused.
//
// An estimate is a sum of parts, each with so many bytes for a node, or for a node and
// neighbour. The coefficients were measured: a test runs worlds of many kinds and compares
// each estimate with the live heap (TestEstimatesAreOfTheHeap says how near it must be). The
// state of an algorithm and the frames that wait depend on the algorithm and on the traffic,
// which are not known before. For these the estimate assumes an election that all nodes begin
// at once, the busiest instant of most runs, and the measured need of bellwether's algorithms
// in it.
//
// It assumes that files have been read: all runs share a trace or a graph. The free memory
// no longer contains it. Amounts are bytes. The cost is at most one pass over
// the nodes.
package footprint

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bellwether/emulator"
	"bellwether/internal/base/memory"
	"bellwether/internal/contract/optional"
	"bellwether/overlay"
	"bellwether/protocol"
	"bellwether/scenarios"
)

// A memoryPart is a part of a run with its memory.
type memoryPart struct {
	What  string
	Bytes int64
}

// An Estimate is the live memory of one run at its peak.
type Estimate struct {
	Nodes int
	Parts []memoryPart // none is 0
}

// Bytes is the sum of the parts.
func (e Estimate) Bytes() (sum int64) {
	for _, p := range e.Parts {
		sum += p.Bytes
	}
	return sum
}

// String returns the sum and its largest parts: "1.4 GB (nodes 0.9 GB, frames 0.3 GB)".
func (e Estimate) String() string {
	parts := slices.Clone(e.Parts)
	slices.SortStableFunc(parts, func(a, b memoryPart) int { return cmp.Compare(b.Bytes, a.Bytes) })
	var most []string
	for _, p := range parts[:min(len(parts), mostParts)] {
		if p.Bytes >= e.Bytes()/100 {
			most = append(most, p.What+" "+memory.Size(p.Bytes))
		}
	}
	return fmt.Sprintf("%s (%s)", memory.Size(e.Bytes()), strings.Join(most, ", "))
}

// mostParts is how many parts a message names, each at least a hundredth.
const mostParts = 3

// Of estimates the memory of a run of a row.
func Of(s *scenarios.Scenario, e scenarios.Entry, records records) Estimate {
	return of(s, e, sample{degree: s.MeanDegree(), records: records})
}

func of(s *scenarios.Scenario, e scenarios.Entry, w sample) Estimate {
	w.s = s
	w.algorithm, _ = s.Algorithm(e.Name)
	if c, err := s.Config(e, s.Seed); err == nil { // the run reports an error
		w.observes = observes(&c)
	}
	out := Estimate{Nodes: s.Nodes}
	for _, of := range parts {
		if perNode := of.perNode(&w); perNode > 0 {
			out.Parts = append(out.Parts, memoryPart{of.what, int64(perNode * float64(s.Nodes))})
		}
	}
	return out
}

// observes reports whether an oracle informs machines of links.
func observes(c *emulator.Config) bool {
	maker, err := optional.Maker(c.Algorithm, c.Setup)
	return err == nil && c.Services.Hello == nil && overlay.Observer(maker())
}

// records says which records of a run are kept.
type records int

// Only the records that metrics need, or all, for a file.
const (
	Measured records = iota
	All
)

// sample is the input of the parts of an estimate.
type sample struct {
	s         *scenarios.Scenario
	algorithm protocol.Algorithm
	degree    float64
	observes  bool // an oracle informs machines of links
	records   records
}

// moves reports whether nodes move.
func (w *sample) moves() bool {
	m := w.s.Movement()
	return m != nil && m.MaxSpeed() > 0
}

// follows reports whether links are computed all the time: for machines that an oracle
// informs, for routes over links, or for a trace of links.
func (w *sample) follows() bool {
	routed := w.algorithm.Needs != protocol.NeedsNeighbours && w.s.Routing.Service == oracleService
	return w.records == All || routed || w.observes
}

// elects is the share of the nodes that are in an election at once: all nodes that the
// scenario starts, and half of a network that splits and merges as nodes move (0.53 in
// docs/world.md's walk).
func (w *sample) elects() float64 {
	switch {
	case w.s.Start.Elect.All:
		return 1
	case w.moves():
		return 0.5
	}
	return float64(len(w.s.Start.Elect.Nodes)) / float64(w.s.Nodes)
}
