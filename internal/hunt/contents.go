package hunt

import (
	"bellwether/protocol"
	"bellwether/trace"
)

// contents gives a sink the records of an emulation as it has those of the explorer: what
// is received with what it says. An emulation says that of what is sent alone.
type contents struct {
	trace.Sink
	// said is what was sent, by number, in two generations.
	said, former map[uint64]protocol.Message
}

// generation bounds what is remembered of what was sent: a message that is received when so
// many others were sent since is without content. In drawn worlds of VKT04 they say some
// thousand in all.
const generation = 1 << 17

func withContents(of trace.Sink) *contents {
	return &contents{Sink: of, said: map[uint64]protocol.Message{}}
}

// Wants is what the sink wants, and what is sent if it wants what is received.
func (c *contents) Wants() trace.Set {
	wants := c.Sink.Wants()
	if wants.Has(trace.Receive) {
		wants |= trace.Of(trace.Send)
	}
	return wants
}

// Record completes a record.
func (c *contents) Record(r *trace.Record) {
	switch r.Kind {
	case trace.Send:
		if len(c.said) == generation {
			c.said, c.former = map[uint64]protocol.Message{}, c.said
		}
		c.said[r.Frame] = r.Content
		if !c.Sink.Wants().Has(trace.Send) {
			return
		}
	case trace.Receive:
		whole := *r
		if whole.Content = c.said[r.Frame]; whole.Content == nil {
			whole.Content = c.former[r.Frame]
		}
		r = &whole
	}
	c.Sink.Record(r)
}
