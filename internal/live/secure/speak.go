package secure

import "fmt"

// A Wire says which versions of the handshake an agent speaks. Agents whose wires are equal or
// neighbours understand each other in both directions. Agents from before version 2 have version 1
// alone, which makes them neighbours of Open1. So a cluster changes step by step, and each step may be
// taken agent by agent, forth and back: what they say to each other is never refused.
type Wire int32

// The wires, in the order of an upgrade.
const (
	Open1 Wire = iota // begins handshakes of version 1, and answers both
	Open2             // begins handshakes of version 2, and answers both
	Only2             // begins and answers version 2 alone
)

var wires = [...]string{Open1: "1", Open2: "2", Only2: "2-only"}

// String is the wire as settings have it.
func (w Wire) String() string {
	if w < 0 || int(w) >= len(wires) {
		return fmt.Sprintf("wire %d", int32(w))
	}
	return wires[w]
}

// ParseWire reads a wire as settings have it.
func ParseWire(s string) (Wire, error) {
	for w, name := range wires {
		if s == name {
			return Wire(w), nil
		}
	}
	return 0, fmt.Errorf("wire %q: it is 1, 2 or 2-only", s)
}

// opens is the version in which an agent begins handshakes.
func (w Wire) opens() byte {
	if w <= Open1 {
		return version1
	}
	return version2
}

// takes reports whether an agent answers a version.
func (w Wire) takes(version byte) bool {
	return version == version2 && w >= Open1 || version == version1 && w <= Open2
}

// Speak sets the wire of this agent, at once: conversations of a version that it does not take any more
// are void. The default is Open1.
func (r *Ring) Speak(w Wire) { r.wire.Store(int32(w)) }

// Speaks is the wire of this agent.
func (r *Ring) Speaks() Wire { return Wire(r.wire.Load()) }
