package chance

import (
	"bellwether/protocol"
)

// Control draws for control frames, which carry no message: acknowledgements, RTS and CTS.
// Their address has the instant at which they begin where that of other frames has the time
// slot.
//
// A control frame often follows a frame that has arrived on the same link in the same slot,
// and would not be sent had it not: an acknowledgement follows the question that is answered,
// or the acknowledgement that let the next message go. By the draw of the slot it would hardly
// ever be lost. A node begins one frame at an instant, so no two control frames of a link
// share a draw.
type Control struct{ links, instants uint64 }

// NewControl returns the draws of one model of loss, whose key is the seed, mixed with its
// purpose.
func NewControl(key uint64) Control {
	return Control{Mix(key, ForControl), Mix(key, forControlInstants)}
}

// Draw is the draw of the control frame that begins at an instant.
func (c *Control) Draw(from, to protocol.ID, at protocol.Time) uint64 {
	return Mix(uint64(from)<<32|uint64(to)^c.links, uint64(at)^c.instants)
}
