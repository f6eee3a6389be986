package kernel

import (
	"bellwether/internal/contract/optional"
	"bellwether/protocol"
)

// gathering is what is announced to the machines of a kernel that share something slow.
type gathering struct {
	by optional.Gatherer // nil: nobody gathers
	to []protocol.Capability
}

// Gather announces to the machines that these nodes, which run, receive a packet one after another. It
// reports whether it did, so that Gathered must follow: not where few machines share anything, where a
// message is for a service, where the clocks of nodes differ, nor where an intervention may end a handler.
func (k *Kernel) Gather(to []Slot, p *Packet) bool {
	if k.gathering.by == nil || len(to) < 2 || p.Message.Kind() >= protocol.FirstOverlayKind || k.clocks != nil || k.interrupt != nil {
		return false
	}
	k.gathering.to = k.gathering.to[:0]
	for _, i := range to {
		if !k.nodes[i].suspended {
			k.gathering.to = append(k.gathering.to, k.Capability(i))
		}
	}
	k.gathering.by.Gather(optional.Reception{From: p.Origin, Message: p.Message, Now: protocol.Time(k.now)}, k.gathering.to)
	return true
}

// Gathered ends what Gather began.
func (k *Kernel) Gathered() {
	if err := k.gathering.by.Gathered(); err != nil && k.err == nil {
		k.Fail(err)
	}
}
