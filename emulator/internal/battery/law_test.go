package battery

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellwether/emulator/internal/kernel"
	"bellwether/internal/sim/energy"
	"bellwether/trace"
)

// TestLimitsChangeNoBit runs the same events twice, the second time without limits, so
// that each frame takes the exact path: no bit may differ.
func TestLimitsChangeNoBit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := drawOptions(t)
		seed := rapid.Uint64().Draw(t, "seed")
		fast, exact := story(t, o, seed, false), story(t, o, seed, true)
		if !slices.EqualFunc(fast.told, exact.told, func(a, b trace.Record) bool {
			return a.At == b.At && a.Kind == b.Kind && a.Node == b.Node && a.Value == b.Value &&
				math.Float64bits(a.X) == math.Float64bits(b.X) && math.Float64bits(a.Y) == math.Float64bits(b.Y)
		}) {
			t.Fatalf("with limits:\n%+v\nwithout:\n%+v", fast.told, exact.told)
		}
		for i := range fast.bank.cells {
			if a, b := fast.bank.cells[i], exact.bank.cells[i]; a.due != b.due || a.heldJ != b.heldJ {
				t.Fatalf("node %d: with limits %+v, without %+v", i+1, a, b)
			}
		}
	})
}

func drawOptions(t *rapid.T) Options {
	watts := func(name string) float64 { return rapid.Float64Range(0, 4).Draw(t, name) }
	o := Options{Kind: energy.Linear{}, Profile: energy.Profile{IdleW: watts("idle"), TxW: watts("send"), RxW: watts("receive")},
		InitialJ: rapid.SliceOfN(rapid.Float64Range(1e-3, 3), 3, 3).Draw(t, "batteries")}
	switch rapid.IntRange(0, 4).Draw(t, "kind") {
	case 0:
		o.Kind = energy.Peukert{Exponent: 1.2, Rated: 2 * time.Second}
	case 1:
		o.Kind = energy.Diffusion{Beta: 5}
	case 2:
		o.Harvester = energy.Sun{PeakW: watts("peak"), Day: 288 * time.Millisecond, Rise: 50 * time.Millisecond, Set: 200 * time.Millisecond}
	}
	return o
}

// story is two seconds of frames, crashes, boots and full batteries.
func story(t *rapid.T, o Options, seed uint64, exact bool) *house {
	h := newHouse(t, o)
	r := rand.New(rand.NewPCG(seed, 0))
	var act kernel.Event
	act = h.On(func(uint32) {
		if exact {
			for i := range h.bank.tallies {
				h.bank.tallies[i].limitJ = closed
			}
		}
		i, air := kernel.Slot(r.IntN(3)), time.Duration(r.IntN(3e7))
		switch r.IntN(12) {
		case 0:
			h.bank.Recharge(i)
		case 1:
			if h.Live(i) {
				h.Crash(i, trace.WhyFault)
			} else if !h.bank.Empty(i) {
				h.Join(i)
			}
		case 2, 3, 4:
			h.bank.Transmitted(i, 1, air)
		default:
			h.bank.Received(2, air, i, (i+1)%3)
		}
		if r.IntN(20) == 0 {
			h.bank.Record()
		}
		h.At(h.After(time.Duration(r.IntN(2e7))), act, 0)
	})
	h.At(0, act, 0)
	h.run(t, 2*time.Second)
	return h
}

// TestMostFramesNeedNoExactPath: a battery with a long life takes the exact path only once
// for each halving of its charge.
func TestMostFramesNeedNoExactPath(t *testing.T) {
	h := newHouse(t, Options{Profile: lamp, Kind: energy.Linear{}, InitialJ: []float64{1000}})
	closely := 0
	var act kernel.Event
	act = h.On(func(uint32) {
		lost := h.bank.tallies[0].lostJ
		if !h.bank.tallies[0].take(over(lamp.RxW-lamp.IdleW, time.Millisecond)) {
			closely++
		}
		h.bank.tallies[0].lostJ = lost
		h.bank.Received(2, time.Millisecond, 0)
		h.At(h.After(10*time.Millisecond), act, 0)
	})
	h.At(0, act, 0)
	h.run(t, 700*time.Second)
	if closely > 10 {
		t.Errorf("%d of 70 000 frames took the exact path", closely)
	}
}
