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
		s.CrashAfter(c.handles(), int(c.Torn)-1)
	}
	switch e := (Pair{c.Node, c.Other}); c.Do {
	case Deliver:
		s.Deliver(s.Oldest(e))
	case Lose:
		s.Lose(s.Oldest(e))
	case Duplicate:
		s.Duplicate(s.Oldest(e))
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

// Deliveries appends the steps that deliver a frame: the oldest frame of each sender and
// receiver.
func (s *System) Deliveries(to []Choice) []Choice {
	for _, e := range s.flight.ways() {
		to = append(to, Choice{Do: Deliver, Node: e.A, Other: e.B})
	}
	return to
}

// Fires appends the steps that fire a timer: earlier deadlines first, then by node and timer.
func (s *System) Fires(to []Choice) []Choice {
	var room [32]Deadline
	for _, d := range s.sorted(room[:0]) {
		to = append(to, Choice{Do: Fire, Node: d.Node, Timer: d.Timer})
	}
	return to
}

// Due appends the choices of Fires that have the earliest deadline of all.
func (s *System) Due(to []Choice) []Choice {
	var room [32]Deadline
	all := s.sorted(room[:0])
	for _, d := range all {
		if d.At == all[0].At {
			to = append(to, Choice{Do: Fire, Node: d.Node, Timer: d.Timer})
		}
	}
	return to
}

func (e Pair) compare(f Pair) int {
	return cmp.Or(cmp.Compare(e.A, f.A), cmp.Compare(e.B, f.B))
}
