package battery

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellwether/emulator/internal/kernel"
	"bellwether/internal/energy"
	"bellwether/protocol"
	"bellwether/trace"
)

// lamp draws whole watts.
var lamp = energy.Profile{Name: "lamp", IdleW: 1, TxW: 4, RxW: 3}

// idler is a machine that does nothing.
type idler struct{}

func (idler) Start(*protocol.Env, []byte)                          {}
func (idler) Receive(*protocol.Env, protocol.ID, protocol.Message) {}
func (idler) Fire(*protocol.Env, protocol.Timer)                   {}
func (idler) Snapshot(b []byte) []byte                             { return b }

// house is a world that has batteries and nothing else.
type house struct {
	*kernel.Kernel
	bank *Bank
	told []trace.Record
}

func (h *house) Say(kernel.Slot, *protocol.Effect) {}
func (h *house) Hears(kernel.Slot) []protocol.ID   { return nil }
func (h *house) Arrives(i kernel.Slot)             { h.bank.Arrive(i) }
func (h *house) Boots(i kernel.Slot)               { h.bank.Run(i) }
func (h *house) Booted(kernel.Slot)                {}
func (h *house) Started(kernel.Slot)               {}
func (h *house) Joined(kernel.Slot)                {}
func (h *house) Stops(i kernel.Slot)               { h.bank.Stop(i) }
func (h *house) Stopped(kernel.Slot)               {}
func (h *house) Gone(kernel.Slot)                  {}
func (h *house) Wants() trace.Set {
	return trace.Of(trace.Crash, trace.Boot, trace.Energy, trace.Spent)
}
func (h *house) Record(r *trace.Record) { h.told = append(h.told, *r) }

// newHouse boots a node for each battery.
func newHouse(t interface{ Fatal(...any) }, o Options) *house {
	h := &house{}
	k, err := kernel.New(kernel.Options{Nodes: kernel.Slot(len(o.InitialJ)), Sinks: []trace.Sink{h},
		Random: func(protocol.ID) rand.PCG { return rand.PCG{} },
		Algorithm: protocol.Algorithm{Name: "none",
			New: func(protocol.Config) (func() protocol.Machine, error) {
				return func() protocol.Machine { return idler{} }, nil
			}}})
	if err != nil {
		t.Fatal(err)
	}
	h.Kernel = k
	o.Restart = k.Join
	h.bank = New(k, o)
	k.Attach(h)
	for _, i := range k.ByID {
		k.Boot(i)
	}
	return h
}

// run carries out what is planned until an instant, then has the batteries record.
func (h *house) run(t interface{ Fatal(...any) }, until time.Duration) {
	if err := h.Run(int64(until), func() error { return nil }); err != nil {
		t.Fatal(err)
	}
	h.bank.Record()
}

// crashes are the instants at which nodes ran empty.
func (h *house) crashes() []time.Duration {
	var out []time.Duration
	for _, r := range h.told {
		if r.Kind == trace.Crash && r.Why == trace.WhyBattery {
			out = append(out, time.Duration(r.At))
		}
	}
	return out
}

// TestTheWayOfALimitIsTheExactWay runs the same story twice, once with all tallies
// closed: nothing may differ in a bit.
func TestTheWayOfALimitIsTheExactWay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := drawOptions(t)
		seed := rapid.Uint64().Draw(t, "seed")
		fast, exact := story(t, o, seed, false), story(t, o, seed, true)
		if !slices.EqualFunc(fast.told, exact.told, func(a, b trace.Record) bool {
			return a.At == b.At && a.Kind == b.Kind && a.Node == b.Node && a.Value == b.Value &&
				math.Float64bits(a.X) == math.Float64bits(b.X) && math.Float64bits(a.Y) == math.Float64bits(b.Y)
		}) {
			t.Fatalf("by limits:\n%+v\nexactly:\n%+v", fast.told, exact.told)
		}
		for i := range fast.bank.cells {
			if a, b := fast.bank.cells[i], exact.bank.cells[i]; a.due != b.due || a.heldJ != b.heldJ {
				t.Fatalf("node %d: by limits %+v, exactly %+v", i+1, a, b)
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

// TestMostFramesTakeTheWayOfALimit: a battery that lasts for long is looked at closely
// once each time that what is left has halved.
func TestMostFramesTakeTheWayOfALimit(t *testing.T) {
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
		t.Errorf("%d of 70 000 frames took the exact way", closely)
	}
}

// TestDeathsToTheNanosecond are reckoned by hand.
func TestDeathsToTheNanosecond(t *testing.T) {
	h := newHouse(t, Options{Profile: lamp, Kind: energy.Linear{}, InitialJ: []float64{1, 2}})
	once := h.On(func(uint32) {
		h.bank.Received(2, 100*time.Millisecond, 0, 1)       // 0.2 J above idle of either
		if !h.bank.Transmitted(1, 1, 200*time.Millisecond) { // 0.6 J above idle
			t.Error("what a battery held was not enough")
		}
	})
	h.At(int64(500*time.Millisecond), once, 0)
	cut := h.On(func(uint32) {
		if h.bank.Transmitted(1, 1, time.Second) {
			t.Error("0.1 J were enough for 3 J")
		}
		if h.bank.Transmitted(1, 1, time.Nanosecond) {
			t.Error("an empty battery gave more")
		}
	})
	h.At(int64(1100*time.Millisecond), cut, 0)
	h.run(t, 3*time.Second)
	if got, want := h.crashes(), []time.Duration{800 * time.Millisecond, 1100 * time.Millisecond}; !slices.Equal(got, want) {
		t.Errorf("they died at %v, want %v", got, want)
	}
	for _, r := range h.told {
		if want := []float64{1, 2}; r.Kind == trace.Energy && math.Abs(r.X-want[r.Node-1]) > 1e-9 {
			t.Errorf("node %d spent %v J of %v", r.Node, r.X, want[r.Node-1])
		}
	}
}

// kibam is a battery of two wells that this package knows nothing of (Manwell and
// McGowan, Solar Energy 50, 1993).
type kibam struct{ c, rate float64 }

func (kibam) Validate() error                                  { return errors.ErrUnsupported }
func (kibam) Drain(p energy.Profile, _ float64) energy.Profile { return p }
func (b kibam) Terms() energy.Terms {
	return energy.Terms{{Weight: (1 - b.c) / b.c, Rate: b.rate}}
}

// TestABatteryFromOutside: a new kind needs no line here, and dies when its law says.
func TestABatteryFromOutside(t *testing.T) {
	b := kibam{c: 0.3, rate: 0.02}
	h := newHouse(t, Options{Profile: lamp, Kind: b, InitialJ: []float64{100}})
	h.run(t, 100*time.Second)
	want := energy.Lifetime(b, lamp, 100)
	if got := h.crashes(); len(got) != 1 || (got[0]-want).Abs() > 2*time.Millisecond {
		t.Errorf("it died at %v, want %v", got, want)
	}
	if want > 60*time.Second {
		t.Errorf("a battery of which only a part can be had at once lasted %v, a linear one 100 s", want)
	}
}

// mill turns in every second step.
type mill struct{ energy.Harvester }

func (mill) Step() time.Duration    { return time.Second }
func (mill) PowerW(n int64) float64 { return 3 * float64(n%2) }

// TestAHarvesterFromOutside: a battery of 1 J at 1 W is empty after a second, when the
// mill begins to turn: 0.15 J at 3 W later its node starts again.
func TestAHarvesterFromOutside(t *testing.T) {
	h := newHouse(t, Options{Profile: lamp, Kind: energy.Linear{}, InitialJ: []float64{0.9}, Harvester: mill{}})
	h.run(t, 1500*time.Millisecond)
	if got := h.crashes(); !slices.Equal(got, []time.Duration{900 * time.Millisecond}) {
		t.Errorf("it died at %v, want 0.9 s", got)
	}
	again := time.Duration(0)
	for _, r := range h.told {
		if r.Kind == trace.Boot && r.At > 0 {
			again = time.Duration(r.At)
		}
	}
	if want := time.Second + 45*time.Millisecond; (again - want).Abs() > time.Microsecond {
		t.Errorf("it started again at %v, want %v", again, want)
	}
}

// TestNoBatteries: a nil Bank takes no charge.
func TestNoBatteries(t *testing.T) {
	var b *Bank
	b.Arrive(0)
	b.Run(0)
	b.Received(1, time.Hour, 0)
	b.Recharge(0)
	b.Stop(0)
	b.Record()
	if !b.Transmitted(0, 1, time.Hour) || b.Empty(0) || b.Share(0) != 1 {
		t.Error("it charged somebody")
	}
}

// BenchmarkReceived is a broadcast to ten of a thousand nodes, by linear batteries.
func BenchmarkReceived(b *testing.B) {
	for _, c := range []struct {
		name string
		o    Options
	}{
		{"linear", Options{Kind: energy.Linear{}}},
		{"peukert", Options{Kind: energy.Peukert{Exponent: 1.05, Rated: 5 * time.Hour}}},
		{"sun", Options{Kind: energy.Linear{}, Harvester: energy.Sun{PeakW: 1, Day: time.Hour, Set: time.Hour}}},
		{"diffusion", Options{Kind: energy.Diffusion{Beta: 0.273}}},
	} {
		b.Run(c.name, func(b *testing.B) {
			c.o.Profile, _ = energy.ProfileByName("wifi-ns3")
			c.o.InitialJ = slices.Repeat([]float64{1e9}, 1000)
			h := newHouse(b, c.o)
			if c.o.Harvester != nil {
				h.bank.gainsW = 0.5
				h.bank.onStep()
			}
			hears := make([]kernel.Slot, 10)
			b.ResetTimer()
			for n := range b.N {
				for k := range hears {
					hears[k] = kernel.Slot((n + 97*k) % 1000)
				}
				h.bank.Received(1, 400*time.Microsecond, hears...)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(10*b.N), "ns/receiver")
		})
	}
}
