package explorer

import "bellwether/trace"

// watch attaches the invariants, afresh, to what is told next.
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

// broken says which invariant does not hold in the run told last, if one does not.
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
