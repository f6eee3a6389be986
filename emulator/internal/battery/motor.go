package battery

import (
	"time"

	"bellwether/emulator/internal/kernel"
)

// A motor is what moves a node. It takes a constant power for each leg of the node's path,
// so that the charge is exact. It runs while the node is in the world, also if the node has
// crashed, and stops when the battery is empty.
type motor struct {
	powerW float64 // of this leg
	since  int64   // what it took until then is in tookJ, and already subtracted from the battery's heldJ
	tookJ  float64
}

// Move sets the power of node i's motor from now on, in watts: the node begins a new leg.
func (b *Bank) Move(i kernel.Slot, powerW float64) {
	if b == nil {
		return
	}
	if b.motors == nil {
		if powerW == 0 {
			return
		}
		b.motors = make([]motor, len(b.cells))
	}
	b.settle(i)
	b.motors[i].powerW = powerW
	b.await(i)
}

// movesW is the power of node i's motor now.
func (b *Bank) movesW(i kernel.Slot) float64 {
	if b.motors == nil || b.cells[i].deceased {
		return 0
	}
	return b.motors[i].powerW
}

// moved is what node i's motor took since it was last settled.
func (b *Bank) moved(i kernel.Slot) float64 {
	if b.motors == nil {
		return 0
	}
	return over(b.movesW(i), time.Duration(b.kernel.Now()-b.motors[i].since))
}

// settleMotor takes what the motor took out of the battery, at most what is left.
func (b *Bank) settleMotor(i kernel.Slot, left float64) {
	if b.motors == nil {
		return
	}
	m := &b.motors[i]
	took := b.moved(i)
	if took > 0 && left <= 0 { // it ran empty on the way
		took = max(b.cells[i].heldJ-b.idled(i)-b.tallies[i].lostJ, 0)
	}
	m.tookJ += took
	m.since = b.kernel.Now()
	b.cells[i].heldJ -= took
}

// tookJ is what node i's motor took so far.
func (b *Bank) tookJ(i kernel.Slot) float64 {
	if b.motors == nil {
		return 0
	}
	return b.motors[i].tookJ + b.moved(i)
}
