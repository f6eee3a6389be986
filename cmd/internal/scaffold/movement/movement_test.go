package movement

import (
	"math/rand/v2"
	"testing"
	"time"

	"bellwether/mobility"
)

// Fill in: the options that you allow, and what your source says of them.
var options = Options{World: mobility.Area{Width: 300, Height: 200}, SpeedMin: 0.5, SpeedMax: 2}

func pathOf(t *testing.T, node int) mobility.Path {
	t.Helper()
	m, err := New(options)
	if err != nil {
		t.Fatal(err)
	}
	return m.Path(node, rand.New(rand.NewPCG(1, uint64(node))), rand.New(rand.NewPCG(2, uint64(node))))
}

// Legs touch in time and place, nobody is faster than the model says, and nobody leaves the
// world.
func TestLegsTouchAndStayInside(t *testing.T) {
	m, err := New(options)
	if err != nil {
		t.Fatal(err)
	}
	const micrometre = 1e-6 // of rounding
	inside := options.World.Bound().Pad(micrometre)
	for node := 1; node <= 20; node++ {
		path := pathOf(t, node)
		former := path.Next()
		if former.Start != 0 {
			t.Fatalf("node %d: the first leg starts at %v, not at 0", node, former.Start)
		}
		for former.End < time.Hour {
			leg := path.Next()
			switch {
			case leg.Start != former.End || leg.End <= leg.Start:
				t.Fatalf("node %d: a leg from %v to %v follows one that ends at %v", node, leg.Start, leg.End, former.End)
			case leg.Jumps(former):
				t.Fatalf("node %d jumps at %v from %v to %v", node, leg.Start, former.At(former.End), leg.From)
			case leg.Speed() > m.MaxSpeed():
				t.Fatalf("node %d moves at %g m/s, MaxSpeed is %g", node, leg.Speed(), m.MaxSpeed())
			case !inside.Contains(leg.From) || !inside.Contains(leg.At(leg.End)):
				t.Fatalf("node %d leaves the world on its way from %v to %v", node, leg.From, leg.At(leg.End))
			}
			former = leg
		}
	}
}

// The same streams give the same path.
func TestPathsAreRepeated(t *testing.T) {
	one, other := pathOf(t, 7), pathOf(t, 7)
	for range 100 {
		if a, b := one.Next(), other.Next(); a != b {
			t.Fatalf("%v and %v", a, b)
		}
	}
}

// Options that make no sense are refused.
func TestOptionsAreChecked(t *testing.T) {
	for name, spoil := range map[string]func(*Options){
		"no world":  func(o *Options) { o.World.Width = 0 },
		"no speed":  func(o *Options) { o.SpeedMin = 0 },
		"too fast":  func(o *Options) { o.SpeedMax = 1e9 },
		"backwards": func(o *Options) { o.SpeedMax = o.SpeedMin / 2 },
	} {
		o := options
		spoil(&o)
		if _, err := New(o); err == nil {
			t.Errorf("%s: %+v is accepted", name, o)
		}
	}
}
