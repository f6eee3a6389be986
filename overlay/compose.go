package overlay

import (
	"slices"

	"bellwether/protocol"
)

// Services names the services that a stack brings itself; the driver gives the others. The
// zero Services leaves all to the driver.
type Services struct {
	Hello     *HelloOptions      // neighbours by hello; nil: those that the driver knows
	Flood     *FloodOptions      // routing by flood; nil: the driver routes
	Link      *LinkOptions       // acknowledged sends; nil: the radio acknowledges
	Detection protocol.Detection // the budget of the ring's pull test
}

// Compose stacks layers around the machines that inner makes, as the algorithm needs and
// the services say. The innermost layer holds the machine to its algorithm's declarations:
// see [protocol.Driver.Broken]. Compose returns the maker of whole machines, every message
// kind of the stack (the algorithm's first), and the number of timers.
func Compose(a protocol.Algorithm, inner func() protocol.Machine, s Services) (
	func() protocol.Machine, []protocol.MessageKind, int) {
	terms := newContract(a)
	kinds, timers := slices.Clone(a.Kinds), a.Timers
	whole := func() protocol.Machine {
		m := inner()
		if m == nil {
			panic("its New gave a function that makes no machine: return a protocol.Machine for each call, and not nil")
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
