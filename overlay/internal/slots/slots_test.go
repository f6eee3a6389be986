package slots_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"bellwether/internal/proof/smallworld"
	"bellwether/overlay"
	"bellwether/overlay/internal/slots"
	"bellwether/protocol"
)

func note(n uint32) protocol.Message { return smallworld.Note{N: n} }

// lab is two nodes that hear each other, whose machines have two slots.
func lab() *smallworld.Lab {
	a := protocol.Algorithm{Kinds: []protocol.MessageKind{smallworld.NoteKind()}, Timers: 1, Slots: 2}
	o := smallworld.Options{Nodes: 2}
	o.Make, o.Kinds, _ = overlay.Compose(a, func() protocol.Machine { return &smallworld.Probe{} }, overlay.Services{})
	w := smallworld.New(o)
	w.Line().Boot()
	return w
}

// TestSlots: a broadcast leaves within its delay, once; another one in its slot takes its place; one
// that is taken back is never sent, and nothing else is taken back with it.
func TestSlots(t *testing.T) {
	for name, c := range map[string]struct {
		do   func(env *protocol.Env)
		then func(env *protocol.Env) // half a second later
		want []string
	}{
		"leaves":          {do: func(env *protocol.Env) { env.BroadcastSlot(0, 400*time.Millisecond, note(1)) }, want: []string{"1 {1}"}},
		"leaves at once":  {do: func(env *protocol.Env) { env.BroadcastSlot(1, 0, note(1)) }, want: []string{"1 {1}"}},
		"is taken back":   {do: func(env *protocol.Env) { env.BroadcastSlot(0, time.Hour, note(1)); env.CancelBroadcast(0) }},
		"is replaced":     {do: func(env *protocol.Env) { env.BroadcastSlot(0, time.Hour, note(1)); env.BroadcastSlot(0, 0, note(2)) }, want: []string{"1 {2}"}},
		"of another slot": {do: func(env *protocol.Env) { env.BroadcastSlot(0, 0, note(1)); env.CancelBroadcast(1) }, want: []string{"1 {1}"}},
		"both":            {do: func(env *protocol.Env) { env.BroadcastSlot(0, 0, note(1)); env.BroadcastSlot(1, 0, note(2)) }, want: []string{"1 {1}", "1 {2}"}},
		"taken back later": {do: func(env *protocol.Env) { env.BroadcastSlot(0, time.Hour, note(1)) },
			then: func(env *protocol.Env) { env.CancelBroadcast(0) }},
		"taken back too late": {do: func(env *protocol.Env) { env.BroadcastSlot(0, 400*time.Millisecond, note(1)) },
			then: func(env *protocol.Env) { env.CancelBroadcast(0) }, want: []string{"1 {1}"}},
		"a slot taken back with nothing in it": {do: func(env *protocol.Env) { env.CancelBroadcast(1) }},
	} {
		w := lab()
		w.Do(1, c.do)
		w.Run(500 * time.Millisecond)
		if c.then != nil {
			w.Do(1, c.then)
		}
		w.Run(2 * time.Hour)
		if got := w.Received(2); !slices.Equal(got, c.want) {
			t.Errorf("%s: node 2 received %v, want %v", name, got, c.want)
		}
	}
}

// TestDelaysAreUniform: of many broadcasts with a jitter of a second, each fifth of the second has
// its share.
func TestDelaysAreUniform(t *testing.T) {
	w := lab()
	var fifths [5]int
	for range 1000 {
		w.Do(1, func(env *protocol.Env) { env.BroadcastSlot(0, time.Second, note(1)) })
		for i := range fifths {
			before := len(w.Received(2))
			w.Run(200 * time.Millisecond)
			fifths[i] += len(w.Received(2)) - before
		}
		w.Run(time.Second)
		w.Probe(2).Log = nil
	}
	for i, n := range fifths { // 200 ± 12.6; the last may arrive a latency later
		if n < 150 || n > 250 {
			t.Errorf("%d of 1000 broadcasts in fifth %d: %v", n, i, fifths)
		}
	}
}

// TestACrashLosesWhatWaits: so does a restart after it.
func TestACrashLosesWhatWaits(t *testing.T) {
	w := lab()
	w.Do(1, func(env *protocol.Env) { env.BroadcastSlot(0, time.Hour, note(1)) })
	w.Crash(1)
	w.Restart(1)
	w.Run(2 * time.Hour)
	if got := w.Received(2); len(got) != 0 {
		t.Errorf("node 2 received %v", got)
	}
}

// still is a machine that keeps nothing.
type still struct{ smallworld.Probe }

func (*still) Copy() protocol.Machine                    { return &still{} }
func (*still) Shift(now protocol.Time, by time.Duration) {}
func (s *still) Receive(env *protocol.Env, _ protocol.ID, m protocol.Message) {
	if m == nil {
		env.CancelBroadcast(0)
		return
	}
	env.BroadcastSlot(0, time.Second, m)
}

// TestStateOfSlots: a copy is independent, what waits is in snapshots, and Shift moves it.
func TestStateOfSlots(t *testing.T) {
	env := new(protocol.Env)
	at := func(now protocol.Time) *protocol.Env {
		env.Driver().Enter(protocol.Facts{Self: 1, Now: now, Rand: random()})
		return env
	}
	s := slots.New(&still{}, 3, 1)
	empty := s.Snapshot(nil)
	s.Receive(at(5), 2, note(7))
	full := s.Snapshot(nil)
	if bytes.Equal(empty, full) || s.Waits() != true {
		t.Fatal("what waits does not show in the state")
	}
	c := s.Copy().(*slots.Slots)
	c.Receive(at(6), 2, nil)
	if !bytes.Equal(c.Snapshot(nil), empty) || !bytes.Equal(s.Snapshot(nil), full) {
		t.Error("a copy shares its slots")
	}
	s.Shift(6, time.Hour)
	if bytes.Equal(s.Snapshot(nil), full) {
		t.Error("Shift moves nothing")
	}
	s.Shift(6, -time.Hour)
	if !bytes.Equal(s.Snapshot(nil), full) {
		t.Error("Shift and back is another state")
	}
}

func random() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }
