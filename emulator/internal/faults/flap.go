package faults

import "bellwether/emulator/internal/kernel"

// A flapping node crashes and restarts again and again: the unstable process of
// crash-recovery models. It goes down when the fault strikes, comes back after Down, goes
// down again Up later, and so on; after For it comes back for good. Other faults in the
// meantime do not change this rhythm.
type flap struct {
	noEnd
	*Faults
	turns []turn
	event kernel.Event
}

// turn is the next crash or restart of a flapping node.
type turn struct {
	strike
	until int64 // it stays up from then on
	up    bool  // what the turn makes of it
}

func newFlap(f *Faults) strikes {
	p := &flap{Faults: f}
	p.event = f.k.On(func(n uint32) { p.turn(&p.turns[n], n) })
	return p
}

func checkFlap(f *Fault, check checker) {
	check(f.Up > 0 && f.Down > 0, "flap at %v: up for %v and down for %v: must be positive", f.At, f.Up, f.Down)
}

func (p *flap) strike(s *strike) bool {
	p.books.began(s)
	next := turn{strike: *s, until: kernel.Never}
	if s.For > 0 {
		next.until = p.k.After(s.For)
	}
	p.turns = append(p.turns, next)
	last := len(p.turns) - 1
	p.turn(&p.turns[last], uint32(last))
	return false // it ends at a turn
}

// turn crashes or restarts a flapping node, and plans the next turn.
func (p *flap) turn(t *turn, n uint32) {
	if t.up {
		p.Restart(t.node)
		t.up = false
		if again := p.k.After(t.Up); again < t.until {
			p.k.At(again, p.event, n)
		} else {
			p.books.endedOne(&t.strike)
		}
		return
	}
	p.fell(&t.strike)
	t.up = true
	p.k.At(min(p.k.After(t.Down), t.until), p.event, n)
}
