package overlay

import (
	"bellwether/internal/contract/optional"
	"bellwether/overlay/internal/aodv"
	"bellwether/overlay/internal/hello"
	"bellwether/overlay/internal/ring"
	"bellwether/protocol"
)

// A wrapper is a machine around a machine, of this package or of a driver that puts its own
// layer between an algorithm and its services.
type wrapper interface{ Unwrap() protocol.Machine }

// Innermost returns the algorithm's machine within a stack. Its optional abilities are
// the stack's: every layer has all of them, and passes them on.
func Innermost(m protocol.Machine) protocol.Machine {
	for {
		w, ok := m.(wrapper)
		if !ok {
			return m
		}
		m = w.Unwrap()
	}
}

// Observer reports whether a stack wants its driver to report neighbours: not if a layer
// finds them itself, or hides them.
func Observer(m protocol.Machine) bool {
	for {
		switch w := m.(type) {
		case *hello.Hello, *ring.Ring:
			return false
		case *aodv.AODV:
			if w.Detection == aodv.DetectNeighbours {
				return true
			}
			m = w.Unwrap()
		case wrapper:
			m = w.Unwrap()
		default:
			_, ok := m.(protocol.NeighbourObserver)
			return ok
		}
	}
}

// Degree returns the number of neighbours by a stack's hello service; false if the stack
// has none.
func Degree(m protocol.Machine) (int, bool) {
	h, is := optional.Within[*hello.Hello](m)
	if !is {
		return 0, false
	}
	return h.Degree(), true
}

// Quality returns the share of recent hellos that a stack's hello service received, of all
// neighbours or of those named, see hello.Hello.Quality; false if the stack has none with a
// Window.
func Quality(m protocol.Machine, now protocol.Time, of ...protocol.ID) (float64, bool) {
	h, is := optional.Within[*hello.Hello](m)
	if !is || h.Window == 0 {
		return 0, false
	}
	return h.Quality(now, of...), true
}

// NextHop returns where the AODV of a stack would send a packet for a member; false if it
// has no route, or the stack no AODV. It is for laws: from node to node, next hops never
// lead back to a node.
func NextHop(m protocol.Machine, now protocol.Time, to protocol.ID) (next protocol.ID, is bool) {
	a, is := optional.Within[*aodv.AODV](m)
	if !is {
		return protocol.Nobody, false
	}
	return a.Next(now, to)
}
