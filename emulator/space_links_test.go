package emulator

import (
	"math"
	"testing"
	"time"

	"bellwether/mobility"
	"bellwether/protocol"
	"bellwether/trace"
)

// soaring is a small world of nodes that cross the rim of the disk also by climbing, with
// components at drawn instants.
func soaring(t *testing.T) Config {
	c := plane(make([][2]float64, 8))
	c.Mobility, c.Seed, c.Until, c.TruthEvery = flying(t), 11, 2*time.Minute, 1700*ms
	return c
}

// distances returns the distances of all pairs at an instant, by the legs of their paths
// alone.
func distances(c Config, at time.Duration) (m [][]float64) {
	legs := make([]mobility.Leg, c.Nodes)
	model := mobility.ForRun(c.Mobility, c.Seed)
	for i := range legs {
		path := Path(model, c.Seed, i+1)
		for legs[i] = path.Next(); legs[i].End <= at; {
			legs[i] = path.Next()
		}
	}
	for _, a := range legs {
		row := make([]float64, 0, len(legs))
		for _, b := range legs {
			p, q := a.At(at), b.At(at)
			row = append(row, math.Hypot(math.Hypot(p[0]-q[0], p[1]-q[1]), a.AltitudeAt(at)-b.AltitudeAt(at)))
		}
		m = append(m, row)
	}
	return m
}

// TestLinksInSpaceAreExact: a link of nodes in the air comes up and goes down at the instant
// at which their distance in space passes the range.
func TestLinksInSpaceAreExact(t *testing.T) {
	const rangeM = 250.0 // of plane
	c, j := soaring(t), new(journal)
	play(t, c, j)
	up, changes := map[[2]protocol.ID]bool{}, 0
	for _, r := range j.records {
		switch r.Kind {
		case trace.LinkUp, trace.LinkDown:
			up[[2]protocol.ID{r.Node, r.Peer}] = r.Kind == trace.LinkUp
			d := distances(c, time.Duration(r.At))[r.Node-1][r.Peer-1]
			if changes++; r.At > 0 && math.Abs(d-rangeM) > 1e-4 {
				t.Errorf("at %v the link of %d and %d changes at %g m", r.At, r.Node, r.Peer, d)
			}
		case trace.Sample:
			for a, row := range distances(c, time.Duration(r.At)) {
				for b, d := range row {
					pair := [2]protocol.ID{id(a), id(b)}
					if a < b && (d <= rangeM) != (up[pair] || up[[2]protocol.ID{id(b), id(a)}]) {
						t.Fatalf("at %v nodes %v are %g m apart, and their link is up: %v", r.At, pair, d, up[pair])
					}
				}
			}
		}
	}
	if changes < 50 {
		t.Errorf("only %d changes of links", changes)
	}
}

// TestComponentsInSpaceAreExact: samples of components go by distances in space, with links
// followed and without.
func TestComponentsInSpaceAreExact(t *testing.T) {
	c := soaring(t)
	followed, alone := new(journal), new(silent)
	for _, sink := range []trace.Sink{followed, alone} {
		play(t, c, sink)
	}
	apart := 0
	for _, j := range []*journal{followed, &alone.journal} {
		got := map[protocol.ID]protocol.ID{}
		for _, r := range j.records {
			switch r.Kind {
			case trace.Component:
				got[r.Node] = r.Peer
			case trace.Sample:
				all := distances(c, time.Duration(r.At))
				want := make([]int, c.Nodes)
				for i := range want {
					want[i] = i
				}
				for range all { // as many rounds as the longest path has hops
					for a, row := range all {
						for b, d := range row {
							if d <= 250 {
								want[a] = min(want[a], want[b])
							}
						}
					}
				}
				for i, lowest := range want {
					if got[id(i)] != id(lowest) {
						t.Fatalf("at %v node %d is in the component of %d, want %d", r.At, i+1, got[id(i)], lowest+1)
					}
					if lowest > 0 {
						apart++
					}
				}
				clear(got)
			}
		}
	}
	if apart < 50 {
		t.Errorf("nodes were apart from the first %d times only", apart)
	}
}
