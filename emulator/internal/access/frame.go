package access

import (
	"bellwether/emulator/internal/kernel"
	"bellwether/protocol"
)

// A Frame is one frame from its hand-over to its end.
type Frame struct {
	kernel.Packet
	Start       int64       // of this attempt; before it is on the air, no earlier than this
	From, To    protocol.ID // of this hop; To is Nobody for a broadcast
	final       protocol.ID // of a routed message
	next        int32       // in the sender's queue, or in the free list
	incarnation uint32      // of the sender
	attempt     uint8
	routed      bool
	delivered   bool // the receiver has it, only the acknowledgement was lost
	hopeless    bool // no route: it is charged and lost
}

// pool keeps the frames of a run, by numbers that stay as it grows.
type pool struct {
	frames []Frame
	free   int32 // number+1
}

// at is frame k. It moves when the pool grows: whoever lets a machine speak copies it
// first.
func (p *pool) at(k int32) *Frame { return &p.frames[k] }

func (p *pool) take() int32 {
	if p.free != 0 {
		k := p.free - 1
		p.free = p.frames[k].next
		return k
	}
	p.frames = append(p.frames, Frame{})
	return int32(len(p.frames) - 1)
}

func (p *pool) give(k int32) {
	f := &p.frames[k]
	f.Message = nil
	f.next = p.free
	p.free = k + 1
}
