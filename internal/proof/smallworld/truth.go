package smallworld

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"bellwether/internal/contract/goals"
	"bellwether/protocol"
)

// Wanted returns which node a component should name by the goal of the algorithm.
func (w *Lab) Wanted(component []protocol.ID) goals.Wanted {
	return w.System.Standings.Wanted(component, w.Goal, w.Quorum)
}

// Disagreement describes the first node that names a wrong leader: in every component all must
// name the node that the goal wants. It is empty if all nodes agree with the goal.
func (w *Lab) Disagreement() string {
	for _, c := range w.Topology.Components() {
		want := w.Wanted(c)
		for _, id := range c {
			if !want.Right(w.Leader(id)) {
				return fmt.Sprintf("at %v node %v names %v (electing: %t), its component %v wants %v",
					w.Now, id, w.Leader(id), w.Standings.Electing(id), c, want)
			}
		}
	}
	return ""
}

// Converge runs until all nodes have named what the goal wants for as long as keep, or
// until limit. It returns the time from now to the last moment of disagreement, and the
// disagreement at the limit.
func (w *Lab) Converge(limit, keep time.Duration) (took time.Duration, wrong string) {
	const step = 50 * time.Millisecond
	began := w.Now
	last := began
	for w.Now.Sub(began) < limit {
		w.Run(step)
		if wrong = w.Disagreement(); wrong != "" {
			last = w.Now
		} else if w.Now.Sub(last) >= keep {
			break
		}
	}
	return last.Sub(began), wrong
}

// MustConverge fails the test unless all agree within limit and stay so for ten seconds.
// It returns the time to the last moment of disagreement.
func (w *Lab) MustConverge(t testing.TB, limit time.Duration) time.Duration {
	t.Helper()
	const keep = 10 * time.Second
	took, wrong := w.Converge(limit+keep, keep)
	if wrong != "" || took > limit {
		t.Fatalf("not settled within %v but %v: %s", limit, took, wrong)
	}
	return took
}

// Chaos links the nodes at random, boots them, and for the given time causes random
// faults: links cut and made, nodes crashed and restarted (with and without what they
// saved), elections, resignations, loss. Then it stops: no loss, some graph, not always
// connected, most nodes up.
func (w *Lab) Chaos(d time.Duration, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 1))
	any := func() protocol.ID { return protocol.ID(1 + r.IntN(w.Nodes)) }
	degree := 0.5 + 4*r.Float64()
	for _, a := range w.Members() {
		for _, b := range w.Members() {
			if a < b && r.Float64() < degree/float64(w.Nodes) {
				w.Link(a, b)
			}
		}
	}
	w.Loss = 0.3 * r.Float64()
	w.Boot()
	if r.IntN(2) == 0 {
		for _, id := range w.Members() {
			w.Elect(id)
		}
	}
	strike := func() {
		switch id := any(); r.IntN(8) {
		case 0, 1:
			w.Cut(id, any())
		case 2, 3:
			w.Link(id, any())
		case 4:
			w.Crash(id)
		case 5:
			if r.IntN(2) == 0 && !w.Up(id) {
				w.Forget(id)
			}
			w.Restart(id)
		case 6:
			w.Elect(id)
		case 7:
			if r.IntN(4) == 0 && w.Up(id) {
				w.Resign(id)
			}
		}
	}
	end := w.Now.Add(d)
	for w.Now < end {
		w.Run(time.Duration(r.Int64N(int64(d)/int64(w.Nodes) + 1)))
		strike()
		for r.IntN(3) == 0 {
			strike()
		}
	}
	for _, id := range w.Members() { // the last fault, directly before the rest
		switch r.IntN(6) {
		case 0, 1:
			w.Restart(id)
		case 2:
			w.Crash(w.Leader(id))
		case 3:
			w.Cut(id, any())
			w.Cut(id, any())
		}
	}
	if r.IntN(3) == 0 { // two components
		for _, a := range w.Members() {
			for _, b := range w.Members() {
				if (a+b)%2 == 1 {
					w.Cut(a, b)
				}
			}
		}
	}
	w.Loss = 0
}
