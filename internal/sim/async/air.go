package async

import (
	"bellwether/protocol"
	"bellwether/trace"
)

// A Frame is one message on its way to one node.
type Frame struct {
	From, To protocol.ID
	Number   uint64 // one for all copies of a broadcast
	Routed   bool   // over a path of live nodes, not over one link
	Message  protocol.Message
}

// Loss says why a frame does not arrive.
type Loss uint8

// The reasons.
const (
	Arrives   Loss = iota // it may arrive
	LostOnAir             // lost by a step
	Down                  // its receiver is down
	NoRoute               // no path of live nodes leads to its receiver
	NoLink                // no link leads to its receiver
)

// send queues the frames that a node sends, or loses those that cannot arrive.
func (s *System) send(id protocol.ID, e protocol.Effect) {
	f := Frame{From: id, To: e.To, Number: s.Air.number(), Routed: e.Op == protocol.OpRoute, Message: e.Message}
	s.Records.message(s.Now, trace.Send, id, f)
	if s.Hooks.Said != nil {
		s.Hooks.Said(f)
	}
	if e.Op == protocol.OpBroadcast {
		for i, since := range s.Topology.row(id) {
			if since != 0 && s.Topology.up[i] {
				f.To = protocol.ID(i + 1)
				s.Air.add(f)
			}
		}
		return
	}
	if why := s.Topology.obstacle(f); why != Arrives {
		s.lose(f, why)
		return
	}
	s.Air.add(f)
}

// lose reports a frame that does not arrive.
func (s *System) lose(f Frame, why Loss) {
	s.Records.message(s.Now, trace.Lost, f.To, f)
	if s.Hooks.Lost != nil {
		s.Hooks.Lost(f, why)
	}
}

// clear loses the frames that can no longer arrive, after a cut or a crash.
func (s *System) clear() {
	s.Air.drop(func(f Frame) bool {
		why := s.Topology.obstacle(f)
		if why != Arrives {
			s.lose(f, why)
		}
		return why != Arrives
	})
}

// Deliver delivers the frame at an index in [Air.Frames]. Links are first in, first out if the
// caller always takes the [Air.Oldest].
func (s *System) Deliver(place int) {
	f := s.Air.take(place)
	s.Records.message(s.Now, trace.Receive, f.To, f)
	if s.Hooks.Heard != nil {
		s.Hooks.Heard(f)
	}
	s.Receive(f.To, f.From, f.Message)
}

// DeliverAll delivers frames and their answers, oldest first, until none is on its way.
func (s *System) DeliverAll() {
	for len(s.Air.frames) > 0 && !s.Calls.Halted() {
		s.Deliver(0)
	}
}

// Lose loses the frame at an index in [Air.Frames].
func (s *System) Lose(place int) {
	f := s.Air.take(place)
	s.lose(f, LostOnAir)
}
