package emulator

import (
	"slices"
	"testing"
	"time"

	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// together is a journal that receives the receptions of a frame in one call.
type together struct {
	journal
	calls int
}

func (s *together) Receptions(r *trace.Record, nodes []protocol.ID) {
	s.calls++
	for _, n := range nodes {
		one := *r
		one.Node = n
		s.records = append(s.records, one)
	}
}

// A sink that receives the receptions of a frame in one call gets the same records in the
// same order as another, in fewer calls.
func TestReceptionsTogetherAreThoseOneByOne(t *testing.T) {
	one, many := new(journal), new(together)
	cfg := wires(radio.Complete(20))
	cfg.Faults = []Fault{
		{At: 200 * time.Millisecond, Every: 100 * time.Millisecond, Kind: FaultElect, Target: TargetRandom},
		{At: 300 * time.Millisecond, For: 200 * time.Millisecond, Kind: FaultPause, Target: TargetNodes, Nodes: []protocol.ID{3, 7}},
	}
	cfg.Sinks = []trace.Sink{one, many}
	run(t, cfg)
	if !slices.Equal(one.records, many.records) {
		t.Errorf("%d records one by one, %d together, and their contents differ", len(one.records), len(many.records))
	}
	heard, answered := 0, 0
	for i, r := range one.records {
		switch {
		case r.Kind == trace.Receive:
			heard++
		case r.Kind == trace.Send && one.records[i-1].Kind == trace.Receive:
			answered++
			if one.records[i-1].Node != r.Node {
				t.Errorf("node %d sends right after a reception of node %d", r.Node, one.records[i-1].Node)
			}
		}
	}
	if heard < 1000 || answered < 100 || many.calls > heard/5 {
		t.Errorf("%d receptions in %d calls, %d of them followed by a message", heard, many.calls, answered)
	}
}

// fragile is a machine that panics at node 5 on the first message.
type fragile struct{ rumour }

func (m *fragile) Receive(env *protocol.Env, from protocol.ID, message protocol.Message) {
	if env.Self() == 5 {
		panic("broken")
	}
	m.rumour.Receive(env, from, message)
}

// If a machine panics on a reception, that reception is the last record of the trace.
func TestTheReceptionBeforeAPanicIsTold(t *testing.T) {
	s := new(journal)
	cfg := wires(radio.Complete(8))
	cfg.Algorithm = algorithm(0, func() protocol.Machine { return new(fragile) })
	cfg.Sinks = []trace.Sink{s}
	w, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	func() {
		defer func() {
			if recover() == nil {
				t.Error("no panic")
			}
		}()
		_ = w.Run(t.Context())
	}()
	if last := s.records[len(s.records)-1]; last.Kind != trace.Receive || last.Node != 5 {
		t.Errorf("the last record is %s of node %d, want the reception of node 5", last.Kind, last.Node)
	}
}

// Interrupt is called after the record of the reception that caused the effect.
func TestInterruptKnowsWhatWasReceived(t *testing.T) {
	s := new(journal)
	cfg := wires(radio.Complete(8))
	cfg.Sinks = []trace.Sink{s}
	asked := 0
	cfg.Interrupt = func(id protocol.ID, _ protocol.Effect) bool {
		if last := s.records[len(s.records)-1]; last.Kind == trace.Receive && last.Node == id {
			asked++
		}
		return false
	}
	play(t, cfg)
	if asked != 7 {
		t.Errorf("called %d times right after a reception, want once for each node that rebroadcasts the rumour", asked)
	}
}
