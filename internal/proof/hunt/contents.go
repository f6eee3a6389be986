package hunt

import (
	"bellwether/protocol"
	"bellwether/trace"
)

// contents passes records to a sink, and adds the message to each Receive record, as the
// explorer does. An emulation records the message with its Send record alone.
type contents struct {
	trace.Sink
	// sent holds the messages that were sent, by number of their frame. When it is full it
	// becomes former, and the messages of the former one are forgotten.
	sent, former map[uint64]protocol.Message
}

// generationSize bounds the length of sent: a message that is received after so many others were
// sent may have no content. A drawn world of VKT04 has some thousand messages in all.
const generationSize = 1 << 17

func withContents(of trace.Sink) *contents {
	return &contents{Sink: of, sent: map[uint64]protocol.Message{}}
}

// Wants returns what the sink wants, and Send if the sink wants Receive.
func (c *contents) Wants() trace.Set {
	wants := c.Sink.Wants()
	if wants.Has(trace.Receive) {
		wants |= trace.Of(trace.Send)
	}
	return wants
}

// Record passes a record on, a Receive record with its message.
func (c *contents) Record(r *trace.Record) {
	switch r.Kind {
	case trace.Send:
		if len(c.sent) == generationSize {
			c.sent, c.former = map[uint64]protocol.Message{}, c.sent
		}
		c.sent[r.Frame] = r.Content
		if !c.Sink.Wants().Has(trace.Send) {
			return
		}
	case trace.Receive:
		whole := *r
		if whole.Content = c.sent[r.Frame]; whole.Content == nil {
			whole.Content = c.former[r.Frame]
		}
		r = &whole
	}
	c.Sink.Record(r)
}
