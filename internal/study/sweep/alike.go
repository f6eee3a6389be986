package sweep

import (
	"slices"

	"bellwether/internal/study/plan"
	"bellwether/protocol"
	"bellwether/scenarios"
)

// routes reports whether a row sends along routes. The runs of any other row do not depend on
// the section routing: its stack has no layer that reads it.
func routes(s *scenarios.Scenario, e scenarios.Entry) bool {
	a, _ := s.Algorithm(e.Name)
	return a.Needs >= protocol.NeedsRouting || s.Routing.Unicast == "routed"
}

// bareDigests returns the digest of each point without its section routing; nil if all points have
// the same, so that nothing is gained.
func bareDigests(points []plan.Point) []string {
	if !slices.ContainsFunc(points, func(p plan.Point) bool { return p.Scenario.Routing != points[0].Scenario.Routing }) {
		return nil
	}
	out := make([]string, len(points))
	for i := range points {
		bare := *points[i].Scenario
		bare.Routing = points[0].Scenario.Routing
		out[i] = "without routes " + bare.Digest() // never that of a point whose rows all route
	}
	return out
}

// maker returns the task by which the run of a task is made: of the first point at which it is the
// same run.
func (l *ledger) maker(t task) task {
	s := &l.spots[t.spot]
	for _, other := range l.alike[s.alike[t.row]] {
		at := &l.spots[other.spot]
		if seed := s.seed(t.index); seed >= at.Scenario.Seed {
			return task{other.spot, other.row, int(seed - at.Scenario.Seed)}
		}
	}
	return t
}
