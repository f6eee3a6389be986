package footprint

import (
	"fmt"
	"math"

	"bellwether/internal/base/memory"
	"bellwether/scenarios"
)

// headroom is the memory of a process over its live memory, because of garbage that is
// not collected yet. With the limit of [memory.Keep] Go's collector works harder near the
// limit; with a fifth of the memory left it does not yet work all the time (A Guide to
// the Go Garbage Collector, go.dev/doc/gc-guide, "Memory limit").
const headroom = 1.25

// A Plan is what a command will run.
type Plan struct {
	Scenarios []*scenarios.Scenario // one after the other, or at the same time
	Jobs      int                   // runs at a time
	Records   records
	Free      func() (memory.Amount, bool) // nil, or false: unknown; then everything fits
	Warn      func(string)
}

// Fit returns how many runs at a time there is memory for, at most Jobs. If it is fewer,
// Fit warns; if there is not enough for one, it fails.
func (p Plan) Fit() (jobs int, err error) {
	if p.Free == nil {
		return p.Jobs, nil
	}
	have, known := p.Free()
	if !known {
		return p.Jobs, nil
	}
	s, row, most := p.largest()
	if s == nil {
		return p.Jobs, nil
	}
	need := headroom * float64(most.Bytes())
	switch fit := int(min(float64(have.Bytes)/need, math.MaxInt32)); {
	case fit >= p.Jobs:
		return p.Jobs, nil
	case fit >= 1:
		p.Warn(fmt.Sprintf("warning: %s: %d of %d runs at a time: one of %s needs memory of about %s, and there is %s",
			s.Name, fit, p.Jobs, row, memory.Size(int64(need)), have))
		return fit, nil
	}
	return 0, fmt.Errorf("%s: a run of %s with %d nodes needs memory of about %s, and there is %s: "+
		"take fewer nodes, some %d; or say --memory SIZE if you know better, --memory off to try",
		s.Name, row, s.Nodes, grown(most), have, fewer(most, have))
}

// Need is the memory of one run with its headroom, in bytes.
func Need(s *scenarios.Scenario, e scenarios.Entry) int64 {
	return int64(headroom * float64(Of(s, e, Measured).Bytes()))
}

// largest returns the run that takes the most memory.
func (p Plan) largest() (at *scenarios.Scenario, row string, most Estimate) {
	for _, s := range p.Scenarios {
		w := sample{degree: s.MeanDegree(), records: p.Records}
		for _, e := range s.Algorithms {
			if one := of(s, e, w); at == nil || one.Bytes() > most.Bytes() {
				at, row, most = s, e.Label, one
			}
		}
	}
	return at, row, most
}

// grown returns an estimate with headroom.
func grown(e Estimate) Estimate {
	out := Estimate{Nodes: e.Nodes}
	for _, p := range e.Parts {
		out.Parts = append(out.Parts, memoryPart{p.What, int64(headroom * float64(p.Bytes))})
	}
	return out
}

// fewer returns a number of nodes that would fit, with two digits: the live memory of a node
// is about the same in a smaller world of the same density.
func fewer(e Estimate, have memory.Amount) int {
	n := float64(e.Nodes) * float64(have.Bytes) / (headroom * float64(e.Bytes()))
	unit := math.Pow10(max(int(math.Log10(max(n, 1)))-1, 0))
	return max(int(math.Floor(n/unit)*unit), 1)
}
