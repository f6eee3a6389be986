package kernel

import (
	"time"

	"bellwether/protocol"
)

// listening are the nodes that have booted and listen before they call an election, as
// agents do.
type listening struct {
	wait  int64
	until []int64 // by node; of its last boot
	event Event
}

func newListening(k *Kernel, wait time.Duration) *listening {
	l := &listening{wait: int64(wait), until: make([]int64, k.Nodes)}
	l.event = k.On(func(a uint32) { k.listened(Slot(a)) })
	return l
}

// Convene lets node i, which has booted, call an election: at once, or after it has listened
// and heard of no leader.
func (k *Kernel) Convene(i Slot) {
	if k.listening == nil {
		k.Elect(i)
		return
	}
	k.listening.until[i] = k.now + k.listening.wait
	k.At(k.listening.until[i], k.listening.event, uint32(i))
}

// listened ends the listening of node i, unless it has booted again since.
func (k *Kernel) listened(i Slot) {
	n := &k.nodes[i]
	if n.status == Live && n.named == protocol.Nobody && k.now == k.listening.until[i] {
		k.Elect(i)
	}
}
