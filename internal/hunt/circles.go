package hunt

import (
	"fmt"

	"bellwether/protocol"
	"bellwether/trace"
)

// circles is a sink that checks that packets of an AODV do not go round. Next hops lead nowhere
// twice at an instant, but they may change while a packet is on its way: so it is asked only
// that no packet takes more than twice as many hops as there are nodes.
type circles struct {
	most int
	why  string // the first packet that took more
}

// A hopped message counts the hops that it took.
type hopped interface {
	protocol.Carrier
	Taken() (hops int)
}

// Wants returns what is sent.
func (*circles) Wants() trace.Set { return trace.Of(trace.Send) }

// Record looks at the hops of a packet.
func (c *circles) Record(r *trace.Record) {
	if p, is := r.Content.(hopped); is && c.why == "" && p.Taken() > c.most {
		origin, _ := p.Carried()
		c.why = fmt.Sprintf("at %v %v sends a packet of %v over its hop %d", r.At, r.Node, origin, p.Taken())
	}
}
