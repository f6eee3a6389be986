package access

import (
	"bellwether/emulator/internal/kernel"
	"bellwether/protocol"
)

// A Frame is one frame from the machine's send to its end.
type Frame struct {
	kernel.Packet
	Start       int64       // start of this attempt; before the frame is on the air, its earliest start
	From, To    protocol.ID // of this hop; To is Nobody for a broadcast
	final       protocol.ID // of a routed message
	next        int32       // in the sender's queue
	incarnation uint32      // of the sender
	attempt     uint8
	routed      bool
	delivered   bool // the receiver has it, only the acknowledgement was lost
	hopeless    bool // no route: it is charged and lost
}

// pool keeps the frames of a run, by numbers that do not change when it grows.
type pool struct{ kernel.Pool[Frame] }

// at is frame k. It moves when the pool grows: copy it before calling a machine, which
// may send.
func (p *pool) at(k int32) *Frame { return p.At(k) }

func (p *pool) take() int32 { return p.Take() }

func (p *pool) give(k int32) {
	p.At(k).Message = nil
	p.Give(k)
}
