package kernel

import (
	"bellwether/internal/contract/optional"
	"bellwether/protocol"
)

// Touch reads the memory of nodes that are about to receive a packet, one after another. So in large
// worlds their cache misses overlap, instead of each waiting for the handlers before it. The memory of
// bare machines is not worth it: that takes 3 % more time at 10^4 nodes.
func (k *Kernel) Touch(to []Slot, p *Packet) {
	sum := uint64(0)
	for _, i := range to {
		sum += uint64(k.nodes[i].value)
	}
	if k.tables && p.Message.Kind() >= protocol.FirstOverlayKind {
		for _, i := range to {
			if t, has := k.nodes[i].machine.(optional.Table); has {
				sum += t.Touch()
			}
		}
	}
	k.touched += sum
}
