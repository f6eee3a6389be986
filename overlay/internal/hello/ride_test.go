package hello_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"bellwether/emulator"
	"bellwether/internal/proof/smallworld"
	"bellwether/overlay"
	"bellwether/overlay/internal/hello"
	"bellwether/protocol"
	"bellwether/radio"
)

// rides makes the notes that are returned ride on the hellos of a node.
func rides(w *smallworld.Lab, id protocol.ID, give func() []uint32) {
	w.Probe(id).On = func(env *protocol.Env, call string) {
		if call != "hello" {
			return
		}
		for _, n := range give() {
			env.Ride(smallworld.Note{N: n})
		}
	}
}

// TestMessagesRideOnHellos: a message goes with one hello, to all that hear it and no further; the
// last one given counts; the number of frames is the same as without, and all count as hellos.
func TestMessagesRideOnHellos(t *testing.T) {
	plain, laden := lab(3, overlay.HelloOptions{}), lab(3, overlay.HelloOptions{})
	n := uint32(0)
	plain.Line().Boot()
	laden.Line().Boot()
	rides(laden, 1, func() []uint32 {
		if n++; n == 2 {
			return nil
		}
		return []uint32{90 + n, n}
	})
	plain.Run(3500 * time.Millisecond)
	laden.Run(3500 * time.Millisecond)
	if n < 3 {
		t.Fatalf("%d hellos in 3.5 s", n)
	}
	want := []string{"1 {1}", "1 {3}"}
	if got := laden.Received(2)[:2]; !slices.Equal(got, want) {
		t.Errorf("node 2 received %v, want %v", got, want)
	}
	if got := laden.Received(3); len(got) != 0 {
		t.Errorf("node 3 received %v and does not hear node 1", got)
	}
	if log := laden.Probe(2).Log; slices.Index(log, "up 1") > slices.Index(log, "receive 1 {1}") {
		t.Errorf("what rode on the first hello came before its sender: %v", log)
	}
	frames := func(w *smallworld.Lab) int { return w.CountClass(protocol.ClassHello) }
	if frames(plain) != frames(laden) || laden.CountClass(protocol.ClassElection) != 0 {
		t.Errorf("%d hellos without and %d with messages on them, %d elections", frames(plain), frames(laden), laden.CountClass(protocol.ClassElection))
	}
	if got := laden.Count("laden-hello"); got != int(n)-1 {
		t.Errorf("%d hellos carry a message, want %d", got, n-1)
	}
}

// TestNothingRidesWithoutHellos: a machine is asked only where neighbours are found by hellos.
func TestNothingRidesWithoutHellos(t *testing.T) {
	for name, c := range map[string]struct {
		needs    protocol.Needs
		services overlay.Services
		interval time.Duration
		asked    bool
	}{
		"hello":        {protocol.NeedsNeighbours, overlay.Services{Hello: &overlay.HelloOptions{Interval: 2 * time.Second}}, 2 * time.Second, true},
		"hello, flood": {protocol.NeedsRouting, overlay.Services{Hello: &overlay.HelloOptions{}, Flood: &overlay.FloodOptions{}}, time.Second, true},
		"oracle":       {protocol.NeedsNeighbours, overlay.Services{}, 0, false},
		"ring":         {protocol.NeedsRing, overlay.Services{Hello: &overlay.HelloOptions{}, Flood: &overlay.FloodOptions{}}, 0, false},
	} {
		w := smallworld.Probes(c.needs, c.services, smallworld.Options{Nodes: 2})
		w.Line().Boot()
		asked := false
		w.Probe(1).On = func(_ *protocol.Env, call string) { asked = asked || call == "hello" }
		w.Run(5 * time.Second)
		w.Do(1, func(env *protocol.Env) {
			if got := env.HelloInterval(); got != c.interval {
				t.Errorf("%s: hellos each %v, want %v", name, got, c.interval)
			}
			if _, known := env.Hellos(2); known != c.asked {
				t.Errorf("%s: hellos of the neighbour are known: %v", name, known)
			}
		})
		if asked != c.asked {
			t.Errorf("%s: asked %v", name, asked)
		}
	}
}

// carrier rides a message of a number of bytes on its hellos.
type carrier struct {
	smallworld.Probe
	bytes int
}

func (c *carrier) HelloDue(env *protocol.Env) { env.Ride(load{bytes: make([]uint8, c.bytes)}) }

// load is a message of a length: its kind, two bytes that count the others, and these.
type load struct{ bytes []uint8 }

func (load) Kind() protocol.Kind { return 2 }
func (l load) Fields(w *protocol.Wire) protocol.Message {
	protocol.Count(w, &l.bytes, 99)
	for i := range l.bytes {
		w.Uint8(&l.bytes[i])
	}
	return protocol.Done(w, l)
}

// TestWhatRidesIsBoundedAndDeclared: 64 bytes may ride, and only kinds that declare it.
func TestWhatRidesIsBoundedAndDeclared(t *testing.T) {
	for _, c := range []struct {
		bytes    int
		declared bool
		says     string
	}{
		{protocol.MostRiding - 3, true, ""},
		{protocol.MostRiding - 2, true, "of 65 bytes ride on a hello, at most 64 may"},
		{1, false, "whose kind does not declare it"},
	} {
		a := protocol.Algorithm{Name: "carrier", Timers: 1, Kinds: []protocol.MessageKind{
			{Message: load{}, Name: "load", Rides: c.declared, Class: protocol.ClassBeacon}, smallworld.NoteKind()},
			New: func(protocol.Config) (func() protocol.Machine, error) {
				return func() protocol.Machine { return &carrier{bytes: c.bytes} }, nil
			}}
		w, err := emulator.New(emulator.Config{Seed: 1, Nodes: 2, Until: 3 * time.Second, Algorithm: a,
			Medium: radio.Line(2), Services: overlay.Services{Hello: &overlay.HelloOptions{}}})
		if err != nil {
			t.Fatal(err)
		}
		err = w.Run(t.Context())
		if c.says == "" && err != nil || c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("%d bytes: %v, want %q", c.bytes, err, c.says)
		}
	}
}

// TestHellosOfANeighbour: age and share of what was heard of one neighbour; the share only with a
// window.
func TestHellosOfANeighbour(t *testing.T) {
	for _, window := range []int{0, overlay.QualityWindow} {
		e := listen(t, window)
		about := func(id protocol.ID) (out protocol.Hellos, known bool) {
			e.w.Do(1, func(env *protocol.Env) { out, known = env.Hellos(id) })
			return out, known
		}
		e.hears(2, 0)
		e.hears(3, 500*time.Millisecond)
		e.hears(2, 1500*time.Millisecond) // one was lost
		e.w.Run(300*time.Millisecond + 700*time.Microsecond)
		want := protocol.Hellos{Age: 300 * time.Millisecond, Heard: 2, Due: 3}
		if window == 0 {
			want.Heard, want.Due = 0, 0
		}
		if got, known := about(2); !known || got != want {
			t.Errorf("window %d: %+v, %v, want %+v", window, got, known, want)
		}
		if got, _ := about(3); got.Age != 1800*time.Millisecond || got.Heard+got.Due != 3*min(window, 1) {
			t.Errorf("window %d: %+v of another neighbour", window, got)
		}
		if _, known := about(9); known {
			t.Error("a node that was never heard is known")
		}
		if share := want.Share(); window == 0 && share != 1 || window > 0 && share != 2.0/3 {
			t.Errorf("window %d: the share is %v", window, share)
		}
		e.w.Run(4 * time.Second)
		if _, known := about(2); known {
			t.Error("a neighbour that was dropped is known")
		}
	}
}

// TestAlgorithmsAskForTheShare: hellos are counted where an algorithm declares it.
func TestAlgorithmsAskForTheShare(t *testing.T) {
	for _, counts := range []bool{false, true} {
		whole, _, _ := overlay.Compose(protocol.Algorithm{CountsHellos: counts}, func() protocol.Machine { return &smallworld.Probe{} },
			overlay.Services{Hello: &overlay.HelloOptions{}})
		if got := whole().(*hello.Hello).Window > 0; got != counts {
			t.Errorf("declared %v, counted %v", counts, got)
		}
	}
}
