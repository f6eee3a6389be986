package async

import (
	"bellwether/internal/contract/optional"
	"bellwether/protocol"
	"bellwether/trace"
)

// A recorder gives records to sinks.
type recorder struct {
	sinks   []trace.Sink
	each    []trace.Set          // what each wants, asked once
	wants   trace.Set            // what any wants
	classes *[256]protocol.Class // by kind of message; shared by all copies
	shown   [][]int64            // by node, what it showed last
	record  trace.Record         // sinks get a pointer to it; a local record would be allocated each time
}

// Attach gives sinks the records from now on.
func (s *System) Attach(sinks ...trace.Sink) {
	s.sinks = append(s.sinks, sinks...)
	for _, sink := range sinks {
		s.each = append(s.each, sink.Wants())
		s.wants |= sink.Wants()
	}
	s.shown = make([][]int64, len(s.nodes))
}

// note gives a record to the sinks that want its kind. Its time is that without Rebase.
func (s *System) note(r trace.Record) {
	if !s.wants.Has(r.Kind) {
		return
	}
	s.record = r
	s.record.At = s.Now.Add(-s.moved)
	for i, sink := range s.sinks {
		if s.each[i].Has(r.Kind) {
			sink.Record(&s.record)
		}
	}
}

// noteMessage is note for a message of node id that is sent, received or lost.
func (s *System) noteMessage(k trace.Kind, id protocol.ID, f Frame) {
	if !s.wants.Has(k) {
		return
	}
	r := trace.Record{Kind: k, Node: id, Peer: f.From, Frame: f.Number, Message: f.Message.Kind(),
		Bytes: int32(protocol.Size(f.Message)), Content: f.Message}
	if k == trace.Send {
		r.Peer, r.Content = f.To, recorded(f.Message, id)
		r.Message = r.Content.Kind()
	}
	r.Class = s.classes[r.Message]
	s.note(r)
}

// recorded returns the message to record: the contents of an envelope that the node made
// itself, or an envelope that it forwards or repeats.
func recorded(m protocol.Message, by protocol.ID) protocol.Message {
	for {
		c, ok := m.(protocol.Carrier)
		if !ok {
			return m
		}
		origin, inner := c.Carried()
		if origin != by {
			return m
		}
		m = inner
	}
}

// inspect records the values of a node's visible state that have changed. Instants among them
// are those without Rebase, as the times of records are.
func (s *System) inspect(id protocol.ID) {
	if !s.wants.Has(trace.State) {
		return
	}
	before, k := s.shown[id-1], 0
	outer := s.enter(id, "Inspect")
	optional.Inspect(s.unmoved(s.at(id).machine), func(name string, value int64) {
		if k == len(before) {
			before = append(before, ^value)
		}
		if before[k] != value {
			before[k] = value
			s.note(trace.Record{Kind: trace.State, Node: id, Name: name, Value: value})
		}
		k++
	})
	s.leave(outer)
	s.shown[id-1] = before
}

// Inspect shows what the machine of a node shows, nothing if the node is down.
func (s *System) Inspect(id protocol.ID, show func(name string, value int64)) {
	outer := s.enter(id, "Inspect")
	optional.Inspect(s.at(id).machine, show)
	s.leave(outer)
}

// unmoved returns a machine whose instants are those without Rebase, from a start at zero: a
// copy if Rebase has moved them. If the machine cannot be copied or moved in time, unmoved
// returns the machine itself.
func (s *System) unmoved(m protocol.Machine) protocol.Machine {
	if s.moved == 0 || m == nil || !shifts(m) {
		return m
	}
	back := optional.Copy(m)
	if back == nil {
		return m
	}
	optional.Shift(back, s.Now, -s.moved)
	return back
}

// forgetShown makes inspect record all values again, after a boot.
func (s *System) forgetShown(id protocol.ID) {
	if s.shown != nil {
		s.shown[id-1] = nil
	}
}
