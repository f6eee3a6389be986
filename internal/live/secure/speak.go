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

var wires = [...]string{Open1: "v1", Open2: "v2", Only2: "v2-only"}

// Before is the wire of programs from before version 2, which no setting chooses.
const Before = Open1 - 1

// Neighbours reports whether agents of two wires understand each other in both directions.
func (w Wire) Neighbours(other Wire) bool { return max(w, other)-min(w, other) <= 1 }

// String is the wire as settings have it.
func (w Wire) String() string {
	if w == Before {
		return "v1, older program"
	}
	if w < 0 || int(w) >= len(wires) {
		return fmt.Sprintf("wire %d", int32(w))
	}
	return wires[w]
}

// MarshalText is the wire as JSON has it.
func (w Wire) MarshalText() ([]byte, error) { return []byte(w.String()), nil }

// UnmarshalText reads it. It takes any text, since a newer agent may have other wires.
func (w *Wire) UnmarshalText(b []byte) error {
	var err error
	if *w, err = ParseWire(string(b)); err != nil {
		*w = Before
	}
	return nil
}

// ParseWire reads a wire as settings have it.
func ParseWire(s string) (Wire, error) {
	for w, name := range wires {
		if s == name {
			return Wire(w), nil
		}
	}
	return 0, fmt.Errorf("wire %q: it is v1, v2 or v2-only", s)
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
