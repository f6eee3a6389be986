package membership

import (
	"fmt"
	"slices"
	"strings"

	"bellwether/internal/live/membership/internal/view"
	"bellwether/internal/live/secure"
)

// Speak sets which versions of the handshake this agent speaks, and tells the others. It is refused while
// a live member speaks none in common with them in both directions: a cluster changes by one step at
// a time. A member that does not say what it speaks is of a program from before version 2.
func (g *Gossip) Speak(w secure.Wire) error {
	if g.keys == nil {
		return nil
	}
	apart := g.view.NamesOf(func(m view.Member) bool {
		return m.State == view.Alive && !g.guest(m) && !w.Neighbours(wireOf(m))
	})
	if len(apart) > 0 {
		slices.Sort(apart)
		return fmt.Errorf("wire %v: %s would not be understood any more, or would not understand this agent: change all members by one step (v1, v2, v2-only) before any takes the next", w, strings.Join(apart, ", "))
	}
	g.keys.Sealed().Speak(w)
	g.own.Seal(sealedAs(w))
	return nil
}

// sealedAs is a wire as metadata have it.
func sealedAs(w secure.Wire) byte { return byte(w) + 1 }

// wireOf is the wire of a member.
func wireOf(m view.Member) secure.Wire { return secure.Wire(m.Meta.Sealed) - 1 }

// Handshakes are which versions of the handshake a member speaks, as the setting wire has them; "": it encrypts nothing,
// or its program does not say.
func Handshakes(m Member) string {
	if m.Meta.Sealed == 0 {
		return ""
	}
	return wireOf(m).String()
}
