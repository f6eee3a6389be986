package access

import (
	"bellwether/emulator/internal/kernel"
	"bellwether/protocol"
	"bellwether/radio"
)

// rates chooses at which rate unicast data goes, see radio.Rates.
type rates struct {
	radio.Rates
	known [][]arf // by node
}

// arf is what a node knows of the rates to one neighbour.
type arf struct {
	to     protocol.ID
	rate   uint8 // 0 is the link's
	good   uint8 // acknowledgements in a row
	bad    uint8 // failures in a row
	frames uint8 // since the last change
	probes bool  // the rate has just gone up
}

// of is the rate of a frame of node i.
func (r *rates) of(i kernel.Slot, f *Frame) uint8 {
	switch {
	case f.broadcast() || f.hopeless:
		return 0
	case r.Choice == radio.ChoiceFixed:
		return uint8(len(r.Faster))
	}
	return r.towards(i, f.To).rate
}

// towards is what node i knows of a neighbour. It is valid until the next call.
func (r *rates) towards(i kernel.Slot, to protocol.ID) *arf {
	for n := range r.known[i] {
		if r.known[i][n].to == to {
			return &r.known[i][n]
		}
	}
	r.known[i] = append(r.known[i], arf{to: to})
	return &r.known[i][len(r.known[i])-1]
}

// acknowledged notes that a frame of node i got through.
func (r *rates) acknowledged(i kernel.Slot, to protocol.ID) {
	if r.Choice == radio.ChoiceFixed {
		return
	}
	a := r.towards(i, to)
	a.good, a.bad, a.frames, a.probes = a.good+1, 0, a.frames+1, false
	if (int(a.good) >= r.Up || int(a.frames) >= r.Timer) && int(a.rate) < len(r.Faster) {
		*a = arf{to: to, rate: a.rate + 1, probes: true}
	}
	a.good, a.frames = min(a.good, uint8(r.Up)), min(a.frames, uint8(r.Timer))
}

// failed notes that a frame of node i was not acknowledged.
func (r *rates) failed(i kernel.Slot, to protocol.ID) {
	if r.Choice == radio.ChoiceFixed {
		return
	}
	a := r.towards(i, to)
	a.good, a.bad, a.frames = 0, a.bad+1, min(a.frames+1, uint8(r.Timer))
	if a.probes || int(a.bad) >= r.Down {
		*a = arf{to: to, rate: max(a.rate, 1) - 1}
	}
}
