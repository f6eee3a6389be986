package emulator

import (
	"slices"
	"testing"
	"time"

	"bellwether/emulator/internal/access"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// pairOf returns a world of two nodes in range of each other. Node 1 sends that many
// frames to node 2.
func pairOf(frames int) Config {
	cfg := plane([][2]float64{{0, 0}, {100, 0}})
	to := make([]protocol.ID, frames)
	for i := range to {
		to[i] = 2
	}
	cfg.Algorithm = algorithm(0, func() protocol.Machine { return &courier{to: to, made: make([]*courier, 2)} })
	cfg.Start = Start{Elect: []protocol.ID{1}}
	return cfg
}

func TestRadioOfTheDeadIsSilent(t *testing.T) {
	cfg := pairOf(3)
	// By hand: a frame and its acknowledgement take 378 µs (see
	// TestRadioSendsOneFrameAtATime); at 500 µs the second is on the air.
	cfg.Faults = []Fault{{At: 500 * time.Microsecond, For: ms, Kind: FaultCrash, Target: TargetNodes, Nodes: []protocol.ID{1}}}
	_, j := run(t, cfg)
	// After the restart it is told to elect again, and sends three more.
	if got := len(j.of(trace.Receive)); got != 1+3 {
		t.Errorf("%d receptions, want one before the crash and three after the restart", got)
	}
	if lost := j.of(trace.Lost); len(lost) != 1 || lost[0].Why != trace.WhyDown || lost[0].Frame != 2 {
		t.Errorf("lost %v, want the frame on the air", lost)
	}
}

func TestAFullQueueLosesNewFrames(t *testing.T) {
	const frames = 1 + access.QueueLimit + 10 // one on the air, the queue, and ten too many
	cfg := pairOf(frames)
	_, j := run(t, cfg)
	if got := len(j.of(trace.Receive)); got != frames-10 {
		t.Errorf("%d receptions, want %d", got, frames-10)
	}
	if got := j.count(trace.Lost, trace.WhyQueue); got != 10 {
		t.Errorf("%d frames lost at the queue, want 10", got)
	}
}

func TestJitterHoldsUpTheFramesBehindIt(t *testing.T) {
	cfg := plane([][2]float64{{0, 0}, {100, 0}})
	cfg.Algorithm = algorithm(0, func() protocol.Machine { return hasty{} })
	cfg.Start = Start{Elect: []protocol.ID{1}}
	_, j := run(t, cfg)
	got := j.of(trace.Receive)
	if len(got) != 2 || got[0].Frame != 1 || got[1].Frame != 2 {
		t.Fatalf("received %v, want frame 1, which has jitter, before frame 2", got)
	}
	if wait := got[0].At; wait < protocol.Time(264*time.Microsecond) || wait > protocol.Time(51*ms) {
		t.Errorf("the first came at %v, want within 50 ms of jitter", wait)
	}
}

// hasty broadcasts once with jitter, and a second time without.
type hasty struct{}

func (hasty) Start(*protocol.Env, []byte)                          {}
func (hasty) Receive(*protocol.Env, protocol.ID, protocol.Message) {}
func (hasty) Fire(*protocol.Env, protocol.Timer)                   {}
func (hasty) Snapshot(b []byte) []byte                             { return b }
func (hasty) Elect(env *protocol.Env) {
	env.BroadcastWithin(50*ms, token{1})
	env.Broadcast(token{2})
}

// parcel is an envelope like the envelopes of package overlay.
type parcel struct {
	origin protocol.ID
	inner  protocol.Message
}

func (parcel) Kind() protocol.Kind { return 200 }
func (p parcel) Fields(w *protocol.Wire) protocol.Message {
	w.ID(&p.origin)
	w.Message(&p.inner)
	return protocol.Done(w, p)
}
func (p parcel) Carried() (protocol.ID, protocol.Message) { return p.origin, p.inner }

// postman forwards the parcels of others.
type postman struct{ hasty }

func (postman) Elect(env *protocol.Env) { env.Broadcast(parcel{env.Self(), token{1}}) }
func (postman) Receive(env *protocol.Env, from protocol.ID, m protocol.Message) {
	if from < env.Self() {
		env.Broadcast(m)
	}
	env.Suspect(from)
	env.Trust(from)
	env.Driver().Meet(from)
	env.Driver().Part(from)
}

func TestEnvelopeCountsAsWhatItHoldsAndItsRelayAsRouting(t *testing.T) {
	cfg := wires(radio.Line(3))
	cfg.Algorithm = algorithm(0, func() protocol.Machine { return postman{} })
	cfg.Algorithm.Kinds = append(cfg.Algorithm.Kinds,
		protocol.MessageKind{Message: parcel{}, Name: "parcel", Class: protocol.ClassRouting})
	_, j := run(t, cfg)
	var classes []protocol.Class
	var kinds []protocol.Kind
	for _, r := range j.of(trace.Send) {
		classes, kinds = append(classes, r.Class), append(kinds, r.Message)
		if r.Bytes != 10 {
			t.Errorf("node %d's parcel takes %d bytes, want 10", r.Node, r.Bytes)
		}
	}
	if want := []protocol.Class{protocol.ClassElection, protocol.ClassRouting, protocol.ClassRouting}; !slices.Equal(classes, want) {
		t.Errorf("classes %v, want %v", classes, want)
	}
	if want := []protocol.Kind{1, 200, 200}; !slices.Equal(kinds, want) {
		t.Errorf("kinds %v, want %v", kinds, want)
	}
	for _, kind := range []trace.Kind{trace.Suspect, trace.Trust, trace.NeighbourUp, trace.NeighbourDown} {
		if r := j.of(kind); len(r) != 4 || r[0].Node != 2 || r[0].Peer != 1 {
			t.Errorf("%v: %v, want four, the first of node 2 about node 1", kind, r)
		}
	}
}
