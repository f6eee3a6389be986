package explorer

import (
	"fmt"
	"slices"

	"bellwether/internal/sim/async"
)

// mostDeliveries is how many messages one after another are delivered at one instant before
// a run counts as endless. An election of six nodes has some hundred.
const mostDeliveries = 5000

// probe delivers messages from a state on, oldest first, until none is on its way. This
// order is fair: each message is delivered after those that were sent before it. If more
// than s.probing deliveries are needed, the run counts as endless, which is a fault.
func (e *expansion) probe(r *run, next *child) {
	if e.probing == 0 {
		return
	}
	now := r.copy()
	if now == nil {
		return
	}
	for range e.probing {
		if len(now.Air.Frames()) == 0 || now.broken != "" {
			return
		}
		e.take(now, oldest(now))
	}
	e.explain(r, next)
}

func oldest(r *run) async.Choice {
	f := r.Air.Frames()[0]
	return async.Choice{Do: async.Deliver, Node: f.From, Other: f.To}
}

// shown is how many deliveries the report shows of an endless run in which no state repeats.
const shown = 24

// explain repeats an endless run from its beginning, to find what repeats in it.
func (e *expansion) explain(r *run, next *child) {
	seen := map[key]int{}
	now := r.copy()
	for i := range e.probing {
		var k key
		if now.guard(func() { k = e.key(now, &e.buffer) }); now.broken != "" {
			return // the search finds this fault by itself
		}
		if before, known := seen[k]; known {
			next.cycle = i - before
			next.fault = "messages go round for ever, at one instant: the last " + deliveries(next.cycle) + " repeat"
			return
		}
		seen[k] = i
		next.after = append(next.after, oldest(now))
		e.take(now, next.after[i])
	}
	next.after = next.after[:shown]
	next.fault = fmt.Sprintf("no rest: after %d deliveries at one instant, oldest first, %d messages are on their way", e.probing, len(now.Air.Frames()))
}

func deliveries(n int) string {
	if n == 1 {
		return "delivery"
	}
	return fmt.Sprintf("%d deliveries", n)
}

// endless looks among all states for a fair cycle of deliveries: each link that always has
// a message delivers one in the cycle. A run that stays in it never ends, and no message
// waits for ever.
func (s *search) endless() {
	g := s.deliveries()
	for _, component := range g.components() {
		cycle := s.fairCycle(g, component)
		if cycle == nil {
			continue
		}
		found := child{leaf: true, cycle: len(cycle), fault: "messages can go round for ever, at one instant: the last " + deliveries(len(cycle)) + " repeat"}
		for _, e := range cycle {
			found.after = append(found.after, e.choice)
		}
		s.convict(cycle[0].from, found)
		return
	}
}

// fairCycle returns a fair cycle through a strongly connected component. It returns nil if a
// link has a message in every state and delivers none within the component.
func (s *search) fairCycle(g graph, component []int32) []edge {
	in := map[int32]bool{}
	waiting := ^ways(0)
	for _, v := range component {
		in[v] = true
		here := ways(0)
		for _, c := range s.replay(v).Air.Deliveries(nil) {
			here |= way(c)
		}
		waiting &= here
	}
	from := slices.Min(component)
	at, cycle := from, []edge(nil)
	for waiting != 0 {
		part := g.walk(at, in, func(e edge) bool { return way(e.choice)&waiting != 0 })
		if part == nil {
			return nil
		}
		for _, e := range part { // at least the last of them was in waiting
			waiting &^= way(e.choice)
		}
		at, cycle = part[len(part)-1].to, append(cycle, part...)
	}
	if at != from || cycle == nil {
		cycle = append(cycle, g.walk(at, in, func(e edge) bool { return e.to == from })...)
	}
	return cycle
}
