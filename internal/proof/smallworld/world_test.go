package smallworld_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"bellwether/internal/proof/smallworld"
	"bellwether/overlay"
	"bellwether/protocol"
)

// probes returns booted nodes in a line, with empty logs.
func probes(o smallworld.Options) *smallworld.Lab {
	w := smallworld.Probes(protocol.NeedsRouting, overlay.Services{}, o)
	w.Line().Boot()
	for _, id := range w.Members() {
		w.Probe(id).Log = nil
	}
	return w
}

func send(w *smallworld.Lab, from, to protocol.ID, numbers ...uint32) {
	w.Do(from, func(env *protocol.Env) {
		for _, n := range numbers {
			env.Send(to, smallworld.Note{N: n})
		}
	})
	w.Probe(from).Log = nil
}

func received(from protocol.ID, numbers ...uint32) (out []string) {
	for _, n := range numbers {
		out = append(out, fmt.Sprintf("receive %v {%d}", from, n))
	}
	return out
}

// With jitter frames overtake each other, unless they are kept in order, each at its own
// time.
func TestOrderOfFrames(t *testing.T) {
	numbers := []uint32{1, 2, 3, 4, 5, 6, 7, 8}
	for _, ordered := range []bool{false, true} {
		w := probes(smallworld.Options{Nodes: 2, Seed: 1, Jitter: time.Second, Ordered: ordered, Wire: true})
		send(w, 1, 2, numbers...)
		if w.Run(time.Millisecond - 1); len(w.Probe(2).Log) != 0 {
			t.Error("heard before the latency")
		}
		w.Run(2 * time.Second)
		if got := w.Probe(2).Log; slices.Equal(got, received(1, numbers...)) != ordered || len(got) != len(numbers) {
			t.Errorf("ordered %t: %q", ordered, got)
		}
	}
}

// A frame needs its link for the whole transfer; a routed frame needs only its ends. A
// node that boots in the meantime receives neither.
func TestFramesNeedTheirLink(t *testing.T) {
	for name, c := range map[string]struct {
		meanwhile func(w *smallworld.Lab)
		want      []string
	}{
		"nothing":       {func(*smallworld.Lab) {}, append(received(1, 7), received(3, 8)...)},
		"cut and again": {func(w *smallworld.Lab) { w.Cut(1, 2); w.Link(1, 2) }, append([]string{"down 1", "up 1"}, received(3, 8)...)},
		"routed":        {func(w *smallworld.Lab) { w.Cut(2, 3) }, append([]string{"down 3"}, append(received(1, 7), received(3, 8)...)...)},
		"sender dies":   {func(w *smallworld.Lab) { w.Crash(1) }, append([]string{"down 1"}, append(received(1, 7), received(3, 8)...)...)},
		"boots":         {func(w *smallworld.Lab) { w.Crash(2); w.Boot(2) }, []string{"start", "up 1", "up 3"}},
	} {
		w := probes(smallworld.Options{Nodes: 3})
		send(w, 1, 2, 7)
		w.Do(3, func(env *protocol.Env) { env.Route(2, smallworld.Note{N: 8}) })
		w.Run(time.Millisecond / 2)
		c.meanwhile(w)
		w.Run(time.Second)
		if got := w.Probe(2).Log; !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// A node that crashes while a frame waits for its jitter does not send it, even if it
// boots again.
func TestTheDeadSendNothing(t *testing.T) {
	for _, boots := range []bool{false, true} {
		w := probes(smallworld.Options{Nodes: 2, Seed: 1})
		w.Do(1, func(env *protocol.Env) { env.BroadcastWithin(time.Hour, smallworld.Note{N: 1}) })
		w.Crash(1)
		if boots {
			w.Boot(1)
		}
		w.Probe(2).Log = nil
		if w.Run(2 * time.Hour); len(w.Probe(2).Log) != 0 || len(w.Said) != 1 {
			t.Errorf("heard %q", w.Probe(2).Log)
		}
	}
}

// Frames may arrive twice or be dropped by choice, and links are noticed after the
// service's delay.
func TestNetworkAsOrdered(t *testing.T) {
	w := probes(smallworld.Options{Nodes: 2, Twice: 1, UpAfter: 2 * time.Second, DownAfter: time.Second})
	w.Run(2 * time.Second)
	w.Probe(2).Log = nil
	w.Drop = func(_, to protocol.ID, m protocol.Message) bool { return to == 2 && m == smallworld.Note{N: 2} }
	sent := 0
	w.Sent = func(_, _ protocol.ID, _ protocol.Message) { sent++ }
	send(w, 1, 2, 1, 2)
	w.Run(time.Second)
	if got := w.Probe(2).Log; !slices.Equal(got, received(1, 1, 1)) || sent != 2 {
		t.Errorf("heard %q, sent %d", got, sent)
	}
	w.Probe(2).Log = nil
	w.Cut(1, 2)
	w.Run(time.Second - 1)
	send(w, 1, 2, 3) // the sender still believes in the link
	if w.Run(1); !slices.Equal(w.Probe(2).Log, []string{"down 1"}) {
		t.Errorf("after the cut %q", w.Probe(2).Log)
	}
	w.Link(1, 2)
	w.Run(time.Second)
	w.Cut(1, 2) // before anybody saw it
	w.Run(time.Minute)
	if !slices.Equal(w.Probe(2).Log, []string{"down 1"}) {
		t.Errorf("a link that ended too soon: %q", w.Probe(2).Log)
	}
}

// A breach of contract ends a test.
func TestBreachesPanic(t *testing.T) {
	defer func() {
		if b, is := recover().(*protocol.Breach); !is || b.Node != 1 {
			t.Errorf("recovered %v", b)
		}
	}()
	w := probes(smallworld.Options{Nodes: 1})
	w.Do(1, func(env *protocol.Env) { env.SetTimer(9, time.Second) })
}
