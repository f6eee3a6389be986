package overlay

import (
	"slices"

	"bellwether/overlay/internal/aodv"
	"bellwether/overlay/internal/flood"
	"bellwether/overlay/internal/hello"
	"bellwether/overlay/internal/link"
	"bellwether/overlay/internal/olsr"
	"bellwether/overlay/internal/ring"
	"bellwether/overlay/internal/routing"
	"bellwether/overlay/internal/slots"
	"bellwether/protocol"
)

// Services are the services that a stack contains; the driver provides the others. With the
// zero Services the driver provides all.
type Services struct {
	Hello     *hello.Options     // neighbours by hello; nil: those that the driver knows
	Flood     *flood.Options     // routing by flood; nil: by AODV or OLSR, or the driver routes
	AODV      *aodv.Options      // routing by AODV, which has nothing to route where Flood is set
	OLSR      *olsr.Options      // routing by OLSR, which has nothing to route where one of both is set
	Link      *link.Options      // acknowledged sends; nil: the radio acknowledges
	Detection protocol.Detection // the budget of the ring's pull test
}

// Routes reports whether the nodes route themselves, so that the driver need not.
func (s Services) Routes() bool { return s.Flood != nil || s.AODV != nil || s.OLSR != nil }

// Compose stacks layers around the machines that inner makes, as the algorithm needs and
// the services require. The innermost layer checks the machine against its algorithm's
// declarations: see [protocol.Driver.Broken]. Compose returns the maker of whole machines,
// every message kind of the stack (the algorithm's first), and the number of timers.
func Compose(a protocol.Algorithm, inner func() protocol.Machine, s Services) (
	func() protocol.Machine, []protocol.MessageKind, int) {
	terms := newContract(a)
	kinds, timers := slices.Clone(a.Kinds), a.Timers
	whole := func() protocol.Machine {
		m := inner()
		if m == nil {
			panic("the function that its New returned gave nil: return a protocol.Machine for each call")
		}
		return bound{m, terms}
	}
	wrap := func(around func(m protocol.Machine, t protocol.Timer) protocol.Machine, more []protocol.MessageKind) {
		t, within := protocol.Timer(timers), whole
		whole = func() protocol.Machine { return around(within(), t) }
		kinds = append(kinds, more...)
		timers++
	}
	if a.Slots > 0 {
		wrap(func(m protocol.Machine, t protocol.Timer) protocol.Machine { return slots.New(m, t, a.Slots) }, nil)
	}
	if a.Needs >= protocol.NeedsRing {
		closed := ring.New
		if a.Needs >= protocol.NeedsBothWays {
			closed = ring.NewBothWays
		}
		wrap(func(m protocol.Machine, t protocol.Timer) protocol.Machine { return closed(m, t, s.Detection) }, ring.Kinds())
	}
	if s.Flood != nil && a.Needs >= protocol.NeedsRouting {
		o := s.Flood.WithDefaults()
		wrap(func(m protocol.Machine, t protocol.Timer) protocol.Machine { return flood.New(m, t, o) }, flood.Kinds())
	}
	if s.AODV != nil && (a.Needs >= protocol.NeedsRouting || s.AODV.Carries()) {
		o := s.AODV.WithDefaults()
		wrap(func(m protocol.Machine, t protocol.Timer) protocol.Machine { return aodv.New(m, t, o) }, aodv.Kinds())
	}
	if s.OLSR != nil && a.Needs >= protocol.NeedsRouting {
		o, more := s.OLSR.WithDefaults(), olsr.Kinds()
		if s.AODV == nil {
			more = append(more, routing.PacketKind())
		}
		wrap(func(m protocol.Machine, t protocol.Timer) protocol.Machine { return olsr.New(m, t, o) }, more)
	}
	if s.Hello != nil {
		o, more := s.Hello.WithDefaults(), hello.Kinds()
		if a.CountsHellos && o.Window == 0 {
			o.Window = QualityWindow
		}
		if slices.ContainsFunc(a.Kinds, func(k protocol.MessageKind) bool { return k.Rides }) {
			more = append(more, hello.LadenKind())
		}
		wrap(func(m protocol.Machine, t protocol.Timer) protocol.Machine { return hello.New(m, t, o) }, more)
	}
	if s.Link != nil {
		o := s.Link.WithDefaults()
		wrap(func(m protocol.Machine, t protocol.Timer) protocol.Machine { return link.New(m, t, o) }, link.Kinds())
	}
	return whole, kinds, timers
}
