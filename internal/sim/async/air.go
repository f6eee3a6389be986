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
	f := Frame{From: id, To: e.To, Number: s.flight.number(), Routed: e.Op == protocol.OpRoute, Message: e.Message}
	s.noteMessage(trace.Send, id, f)
	if s.Hooks.Said != nil {
		s.Hooks.Said(f)
	}
	if e.Op == protocol.OpBroadcast {
		for i, since := range s.graph.row(id) {
			if since != 0 && s.nodes[i].up {
				f.To = protocol.ID(i + 1)
				s.flight.add(f)
			}
		}
		return
	}
	if why := s.obstacle(f); why != Arrives {
		s.lose(f, why)
		return
	}
	s.flight.add(f)
}

// obstacle returns why a frame cannot arrive; Arrives if it may.
func (s *System) obstacle(f Frame) Loss {
	switch {
	case f.To == protocol.Nobody || !s.Up(f.To):
		return Down
	case f.Routed && !s.Linked(f.From, f.To) && s.Distance(f.From, f.To) < 0:
		return NoRoute
	case !f.Routed && !s.Linked(f.From, f.To):
		return NoLink
	}
	return Arrives
}

// lose reports a frame that does not arrive.
func (s *System) lose(f Frame, why Loss) {
	s.noteMessage(trace.Lost, f.To, f)
	if s.Hooks.Lost != nil {
		s.Hooks.Lost(f, why)
	}
}

// clear loses the frames that can no longer arrive, after a cut or a crash.
func (s *System) clear() {
	s.flight.drop(func(f Frame) bool {
		why := s.obstacle(f)
		if why != Arrives {
			s.lose(f, why)
		}
		return why != Arrives
	})
}

// Air returns the frames on their way, in the order of sending. It is valid until the
// next step.
func (s *System) Air() []Frame { return s.flight.frames }

// Oldest returns the index in Air of the oldest frame from one node to another, -1 without
// a frame between them.
func (s *System) Oldest(e Pair) int { return s.flight.oldest(e) }

// Deliver delivers the frame at an index in Air. Links are first in, first out if the
// caller always takes the Oldest.
func (s *System) Deliver(place int) {
	f := s.flight.take(place)
	s.noteMessage(trace.Receive, f.To, f)
	if s.Hooks.Heard != nil {
		s.Hooks.Heard(f)
	}
	s.Receive(f.To, f.From, f.Message)
}

// DeliverAll delivers frames and their answers, oldest first, until none is on its way.
func (s *System) DeliverAll() {
	for len(s.flight.frames) > 0 && !s.Halted() {
		s.Deliver(0)
	}
}

// Lose loses the frame at an index in Air.
func (s *System) Lose(place int) {
	f := s.flight.take(place)
	s.lose(f, LostOnAir)
}

// Duplicate inserts a second copy of the frame at an index in Air, directly behind it.
func (s *System) Duplicate(place int) { s.flight.duplicate(place) }
