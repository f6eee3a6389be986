package access

import (
	"time"

	"bellwether/emulator/internal/draw"
	"bellwether/emulator/internal/duty"
	"bellwether/emulator/internal/kernel"
	"bellwether/emulator/internal/place"
	"bellwether/emulator/internal/reach"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// A meter charges nodes for frames, as each ends.
type meter interface {
	// Transmitted reports whether the node lasted to the frame's end. A node whose
	// battery ran empty in between sent only a part.
	Transmitted(i kernel.Slot, class protocol.Class, air time.Duration) (whole bool)
	// Received charges nodes in the order of their IDs.
	Received(class protocol.Class, air time.Duration, by ...kernel.Slot)
}

// Options are what a Layer is made of.
type Options struct {
	Link  radio.Link
	CSMA  *radio.CSMA // nil: the medium is ideal
	Reach *reach.Reach
	Field *place.Field // nil: nodes are nowhere
	Duty  *duty.Duty
	Meter meter // nil: nobody is charged
	// NextHop returns the next node on the path of a routed message.
	NextHop func(from, final protocol.ID) (next protocol.ID, ok bool)
	// Jitter and Backoffs are independent draws: neither changes the other.
	Jitter, Backoffs draw.Addressed
}

// Layer is the link layer of all nodes.
type Layer struct {
	Options
	*kernel.Kernel
	// Intercept gets the frames that would be delivered, in place of the machine; nil:
	// none. It delivers with Give.
	Intercept func(i kernel.Slot, f *Frame)
	// Intervener changes the outcome of some messages; nil: none.
	Intervener Intervener
	// Sent counts the frames on the air, acknowledgements included.
	Sent uint64

	scheme scheme
	queues []queue
	pool   pool
	said   uint64
	delay  int64 // of propagation, or the latency of a wire
	wired  bool  // latency occupies no radio
	free   kernel.Event
	home   kernel.Event

	lates    kernel.Pool[late]
	later    kernel.Event
	received []kernel.Slot // receivers of the frame that arrives
	transmit trace.Record  // filled again for each frame
	touched  int64         // keeps a read of memory from being left out
	one      [1]kernel.Slot

	airtimes airtimes
}

// New makes a Layer.
func New(k *kernel.Kernel, o Options) (*Layer, error) { return newLayer(k, o, schemes()) }

func newLayer(k *kernel.Kernel, o Options, of []maker) (*Layer, error) {
	l := &Layer{Options: o, Kernel: k, queues: make([]queue, k.Nodes), delay: int64(o.Reach.Medium.Delay())}
	if m, ok := o.Reach.Medium.(radio.Placeless); ok {
		l.wired = m.Wired()
	}
	l.fillAirtimes()
	l.free = k.On(func(a uint32) { l.onFree(kernel.Slot(a)) })
	l.home = k.On(func(a uint32) { l.onHome(int32(a)) })
	l.later = k.On(func(a uint32) { l.onLate(int32(a)) })
	var err error
	l.scheme, err = newScheme(l, of)
	return l, err
}

// Say takes what node i's machine sends.
func (l *Layer) Say(i kernel.Slot, e *protocol.Effect) {
	l.said++
	k := l.pool.take()
	f := l.pool.at(k)
	from := l.ID(i)
	spoken, class := l.Class(e.Message, from)
	*f = Frame{
		Packet:      kernel.Packet{Message: e.Message, Number: l.said, Origin: from, Bytes: l.Size(e.Message), Class: class, Kind: spoken.Kind()},
		Start:       l.Now() + l.jitter(i, e.Within),
		From:        from,
		To:          e.To,
		incarnation: l.Incarnation(i),
	}
	if l.Intervener != nil {
		l.Intervener.Said(i, f.Number)
	}
	if l.Wants(trace.Send) {
		l.Note(trace.Record{Kind: trace.Send, Node: from, Peer: e.To, Frame: f.Number, Bytes: f.Bytes,
			Message: f.Kind, Class: class, Content: spoken})
	}
	switch {
	case e.Op == protocol.OpRoute:
		f.routed, f.final = true, e.To
		l.forward(k)
	case e.Op == protocol.OpSend && e.To == from:
		l.takeHome(k)
	default:
		l.hand(k)
	}
}

// jitter draws how long the message that node i sends now waits, up to within.
func (l *Layer) jitter(i kernel.Slot, within time.Duration) int64 {
	if within <= 0 {
		return 0
	}
	drawn := l.Jitter.Next(&l.queues[i].drawn, uint32(l.ID(i)), l.Now())
	return draw.Within(drawn, int64(within))
}

// Stop empties the queue of node i, which stops. Its frame on the air ends by itself, and
// is lost.
func (l *Layer) Stop(i kernel.Slot) {
	l.discard(i)
	l.scheme.halt(i)
}

// Airtime is how long a frame with a message of so many bytes is on the air.
func (l *Layer) Airtime(messageBytes int32) time.Duration {
	return l.lasts(int(messageBytes) + l.Link.HeaderBytes)
}

// ackSpan is from the end of a frame at its receiver to the end of the
// acknowledgement at its sender.
func (l *Layer) ackSpan() int64 { return l.spanOf(l.Link.AckBytes) }

// spanOf is the same for an answer of so many bytes.
func (l *Layer) spanOf(bytes int) int64 { return int64(l.lasts(bytes)) + l.delay }
