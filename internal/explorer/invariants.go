package explorer

import "bellwether/trace"

// watch attaches new invariants to the run that is made next.
func (s *search) watch() []trace.Sink {
	s.judges = s.judges[:0]
	var sinks []trace.Sink
	for _, i := range s.invariants {
		judge := i.New()
		s.judges = append(s.judges, judge)
		sinks = append(sinks, judge)
	}
	return sinks
}

// broken names an invariant that does not hold in the run made last, if there is one.
func (s *search) broken() string {
	for i, judge := range s.judges {
		if judge.Wants().Has(trace.End) {
			judge.Record(&trace.Record{Kind: trace.End})
		}
		if found := judge.Verdicts(); len(found) > 0 {
			return s.invariants[i].Name + ": " + found[0].Why
		}
	}
	return ""
}
