package perfetto

import (
	"bellwether/internal/formats/export/source"
	"bellwether/protocol"
	"bellwether/trace"
)

// A message is what a node said, until its receptions are known.
type message struct {
	at    protocol.Time
	node  protocol.ID
	frame uint64
	name  string
	said  []source.Field
	flows []uint64
}

// waiting are the messages that wait for receptions, in the order in which they were said.
type waiting struct {
	queue  []*message
	frames map[uint64]*message
}

func newWaiting() waiting { return waiting{frames: map[uint64]*message{}} }

func (w *waiting) add(m *message) {
	w.queue = append(w.queue, m)
	w.frames[m.frame] = m
}

// older takes away those that were said before an instant, and those beyond the bound.
func (w *waiting) older(than protocol.Time) []*message {
	n := max(len(w.queue)-source.MaxFrames, 0)
	for n < len(w.queue) && w.queue[n].at < than {
		n++
	}
	out := w.queue[:n:n]
	w.queue = w.queue[n:]
	for _, m := range out {
		if w.frames[m.frame] == m {
			delete(w.frames, m.frame)
		}
	}
	return out
}

// message writes what nodes say and get.
func (p *writer) message(l *trace.Line) {
	r := &l.Record
	switch r.Kind {
	case trace.Send:
		to := "all"
		if r.Peer != protocol.Nobody {
			to = p.survey.Host(r.Peer)
		}
		p.waiting.add(&message{at: r.At, node: r.Node, frame: r.Frame, name: plain("→ " + to + " " + l.Message), said: source.Fields(l.Content)})
	case trace.Receive:
		f := p.got(r, "← "+p.survey.Host(r.Peer)+" "+l.Message)
		if m := p.waiting.frames[r.Frame]; m != nil {
			p.flows++
			m.flows = append(m.flows, p.flows)
			f = f.fixed(eventTerminating, p.flows)
		}
		p.event(r.At, f)
	case trace.Lost:
		name := "✗ " + p.survey.Host(r.Peer) + " " + l.Message
		if r.Node == r.Peer {
			name = "gives up " + l.Message
		}
		p.event(r.At, p.got(r, name+" ("+r.Why.String()+")"))
	}
}

// got is an instant on the track of a node's messages.
func (p *writer) got(r *trace.Record, name string) fields {
	f := event{track: firstNode + ofNode*p.place[r.Node] + saysOf, kind: typeInstant, name: plain(name)}.fields()
	return f.annotated([]source.Field{{Path: "frame", Type: source.Int, Int: int64(r.Frame)}})
}

// said writes a message with the flows to its receptions.
func (p *writer) said(m *message) {
	f := p.got(&trace.Record{Node: m.node, Frame: m.frame}, m.name).annotated(m.said)
	for _, flow := range m.flows {
		f = f.fixed(eventFlow, flow)
	}
	p.event(m.at, f)
}
