package overlay

import (
	"slices"

	"bellwether/protocol"
)

// Services are the services that a stack contains; the driver provides the others. With the
// zero Services the driver provides all.
type Services struct {
	Hello     *HelloOptions      // neighbours by hello; nil: those that the driver knows
	Flood     *FloodOptions      // routing by flood; nil: by AODV or OLSR, or the driver routes
	AODV      *AODVOptions       // routing by AODV, which has nothing to route where Flood is set
	OLSR      *OLSROptions       // routing by OLSR, which has nothing to route where one of both is set
	Link      *LinkOptions       // acknowledged sends; nil: the radio acknowledges
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
	wrap := func(layer func(m protocol.Machine, t protocol.Timer) protocol.Machine, more []protocol.MessageKind) {
		t, within := protocol.Timer(timers), whole
		whole = func() protocol.Machine { return layer(within(), t) }
		kinds = append(kinds, more...)
		timers++
	}
	if a.Needs >= protocol.NeedsRing {
		ring := newRing
		if a.Needs >= protocol.NeedsBothWays {
			ring = newRingBothWays
		}
		wrap(func(m protocol.Machine, t protocol.Timer) protocol.Machine { return ring(m, t, s.Detection) }, ringKinds())
	}
	if s.Flood != nil && a.Needs >= protocol.NeedsRouting {
		o := s.Flood.withDefaults()
		wrap(func(m protocol.Machine, t protocol.Timer) protocol.Machine { return newFlood(m, t, o) }, floodKinds())
	}
	if s.AODV != nil && (a.Needs >= protocol.NeedsRouting || s.AODV.carries()) {
		o := s.AODV.withDefaults()
		wrap(func(m protocol.Machine, t protocol.Timer) protocol.Machine { return newAODV(m, t, o) }, aodvKinds())
	}
	if s.OLSR != nil && a.Needs >= protocol.NeedsRouting {
		o, more := s.OLSR.withDefaults(), olsrKinds()
		if s.AODV == nil {
			more = append(more, packetKind())
		}
		wrap(func(m protocol.Machine, t protocol.Timer) protocol.Machine { return newOLSR(m, t, o) }, more)
	}
	if s.Hello != nil {
		o := s.Hello.withDefaults()
		wrap(func(m protocol.Machine, t protocol.Timer) protocol.Machine { return newHello(m, t, o) }, helloKinds())
	}
	if s.Link != nil {
		o := s.Link.withDefaults()
		wrap(func(m protocol.Machine, t protocol.Timer) protocol.Machine { return newLink(m, t, o) }, linkKinds())
	}
	return whole, kinds, timers
}
