package async

import (
	"cmp"

	"bellwether/protocol"
)

// Do is the kind of a step.
type Do uint8

// The steps of a search.
const (
	Deliver   Do = iota // the oldest frame from Node to Other
	Lose                // the oldest frame from Node to Other
	Duplicate           // the oldest frame from Node to Other
	Fire                // Timer of Node
	Crash               // Node
	Restart             // Node, with what it saved; then it elects
	Forget              // Node restarts like this, but without what it saved
	Cut                 // the link between Node and Other
	Link                // make a link between Node and Other
	Resign              // Node
)

// A Choice is one step in a few bytes. A search stores the choices that lead to a state,
// and takes them again to make that state.
type Choice struct {
	Node, Other protocol.ID
	Do          Do
	Timer       protocol.Timer
	// Torn, if it is not 0, crashes the node whose handler runs (of Deliver and Fire)
	// after Torn-1 effects of it.
	Torn int8
}

// Take takes a step, which must be possible.
func (s *System) Take(c Choice) {
	if c.Torn > 0 {
		s.Machines.CrashAfter(c.handles(), int(c.Torn)-1)
	}
	switch e := (Pair{c.Node, c.Other}); c.Do {
	case Deliver:
		s.Deliver(s.Air.Oldest(e))
	case Lose:
		s.Lose(s.Air.Oldest(e))
	case Duplicate:
		s.Air.Duplicate(s.Air.Oldest(e))
	case Fire:
		s.Fire(c.Node, c.Timer)
	case Crash:
		s.Crash(c.Node)
	case Restart:
		s.Boot(c.Node)
		s.Elect(c.Node)
	case Forget:
		s.Forget(c.Node)
		s.Boot(c.Node)
		s.Elect(c.Node)
	case Cut:
		s.Cut(e)
	case Link:
		s.Link(e)
	case Resign:
		s.Resign(c.Node)
	}
}

// handles returns the node whose handler a delivery or a timer runs.
func (c Choice) handles() protocol.ID {
	if c.Do == Deliver {
		return c.Other
	}
	return c.Node
}

func (e Pair) compare(f Pair) int {
	return cmp.Or(cmp.Compare(e.A, f.A), cmp.Compare(e.B, f.B))
}
