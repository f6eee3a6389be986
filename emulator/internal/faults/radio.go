package faults

import "bellwether/emulator/internal/kernel"

// radioOff lets a node neither send nor hear.
type radioOff struct{ *Faults }

func newRadioOff(f *Faults) strikes { return radioOff{f} }

func (r radioOff) strike(s *strike) bool {
	if r.k.Live(s.node) {
		r.books.began(s)
	}
	r.Reach.TurnOff(s.node)
	r.Links.Refresh(s.node)
	return true
}

func (r radioOff) end(s *strike) {
	r.turnOn(s.node)
}

// radioOn ends it.
type radioOn struct {
	noEnd
	*Faults
}

func newRadioOn(f *Faults) strikes { return radioOn{Faults: f} }

func (r radioOn) strike(s *strike) bool {
	r.turnOn(s.node)
	return false
}

func (f *Faults) turnOn(i kernel.Slot) {
	f.Reach.TurnOn(i)
	f.books.ended(i, RadioOff)
	f.Links.Refresh(i)
}
