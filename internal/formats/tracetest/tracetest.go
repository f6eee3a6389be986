// Package tracetest asks traces where their nodes are, and whether they keep the
// laws of a path. It is for tests, and knows no format.
package tracetest

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"bellwether/internal/formats/movetrace"
	"bellwether/mobility"

	"github.com/paulmach/orb"
)

// Walk returns all legs of a node.
func Walk(m mobility.Model, node int) []mobility.Leg {
	var legs []mobility.Leg
	for p := m.Path(node, nil, nil); ; {
		legs = append(legs, p.Next())
		if legs[len(legs)-1].End == mobility.Forever {
			return legs
		}
	}
}

// Where returns the leg of a node at time t and its place.
func Where(m mobility.Model, node int, t time.Duration) (mobility.Leg, orb.Point) {
	for _, l := range Walk(m, node) {
		if t < l.End {
			return l, l.At(t)
		}
	}
	panic("a path that ends")
}

// Probe asks for one node at one time. It reads "5s 30 40", the place in
// metres, or "5s absent"; another node than 1 is named by "node 2:" before it.
func Probe(t testing.TB, tr *movetrace.Trace, probe string) {
	t.Helper()
	node, rest := 1, probe
	if strings.HasPrefix(probe, "node") {
		if _, err := fmt.Sscanf(probe, "node %d:", &node); err != nil {
			t.Fatalf("probe %q: %v", probe, err)
		}
		_, rest, _ = strings.Cut(probe, ":")
	}
	words := strings.Fields(rest)
	at, err := time.ParseDuration(words[0])
	if err != nil {
		t.Fatalf("probe %q: %v", probe, err)
	}
	leg, place := Where(tr, node, at)
	if words[1] == "absent" {
		if !leg.Absent {
			t.Errorf("%s: it is at %v", probe, place)
		}
		return
	}
	var want orb.Point
	if _, err := fmt.Sscan(words[1]+" "+words[2], &want[0], &want[1]); err != nil {
		t.Fatalf("probe %q: %v", probe, err)
	}
	if leg.Absent {
		t.Errorf("%s: it is absent", probe)
	} else if math.Hypot(place[0]-want[0], place[1]-want[1]) > 2e-6 { // a micrometre on each axis
		t.Errorf("%s: it is at %v", probe, place)
	}
}

// BrokenLaw returns which law of a trace node's legs break, "" for none.
func BrokenLaw(tr *movetrace.Trace, node int) string {
	var clock time.Duration
	legs := Walk(tr, node)
	for i, l := range legs {
		switch {
		case l.Start != clock || l.End <= l.Start:
			return fmt.Sprintf("leg %d lasts from %v to %v; the one before ended at %v", i, l.Start, l.End, clock)
		case l.Start > tr.Duration():
			return fmt.Sprintf("leg %d starts at %v, after the end at %v", i, l.Start, tr.Duration())
		case l.Absent && l.Velocity != orb.Point{}:
			return fmt.Sprintf("leg %d moves out of the world", i)
		case l.Absent && i > 0 && legs[i-1].Absent:
			return fmt.Sprintf("legs %d and %d are both absent", i-1, i)
		case !(l.Speed() <= tr.MaxSpeed()):
			return fmt.Sprintf("leg %d moves at %v m/s, more than %v", i, l.Speed(), tr.MaxSpeed())
		}
		for _, at := range []time.Duration{l.Start, l.Start/2 + l.End/2, l.End} {
			if p := l.At(at); !l.Absent && !tr.Bounds().Contains(p) {
				return fmt.Sprintf("leg %d is at %v at %v, outside %v", i, p, at, tr.Bounds())
			}
		}
		clock = l.End
	}
	return ""
}
