package battery

import (
	"time"

	"bellwether/emulator/internal/kernel"
	"bellwether/internal/sim/energy"
)

// settle adds what a battery has gained and lost up to now, and returns what is left. It
// must be called before any change of a rate and before any charge. Sinks never cause a
// call, so they cannot change a last bit.
func (b *Bank) settle(i kernel.Slot) (left float64) {
	c := &b.cells[i]
	idled := b.idled(i)
	c.heldJ += b.gained(i, idled)
	c.lit = b.kernel.Now()
	if len(b.terms) > 0 {
		b.terms.Relax(b.gradient(i), b.idlesW(i), b.sinceRelaxed(i))
		c.relaxed = c.lit
	}
	left = max(c.heldJ-idled-b.tallies[i].lostJ-b.moved(i)-b.missing(i), 0)
	b.settleMotor(i, left)
	return left
}

// left is the charge of node i in joules. It changes no state.
func (b *Bank) left(i kernel.Slot) float64 { return b.leftOf(i, b.idled(i)) }

// leftOf is left, given what idling took.
func (b *Bank) leftOf(i kernel.Slot, idled float64) float64 {
	return max(b.cells[i].heldJ-idled-b.tallies[i].lostJ-b.moved(i)+b.gained(i, idled)-b.missing(i), 0)
}

// idled is what idling took of node i's battery.
func (b *Bank) idled(i kernel.Slot) float64 {
	return b.cells[i].andSince(b.cells[i].idledJ, b.draws(i).idle, b.kernel.Now())
}

// spentIdle is what node i spent by idling, if its battery lost another amount.
func (b *Bank) spentIdle(i kernel.Slot) float64 {
	return b.cells[i].andSince(b.spent[i].idledJ, b.radio.idle, b.kernel.Now())
}

// andSince adds to a charge what a power drew since the node began to run.
func (c *cell) andSince(joules, powerW float64, now int64) float64 {
	if c.since == kernel.Never {
		return joules
	}
	return joules + over(powerW, time.Duration(now-c.since))
}

// gained is the harvest of node i since it was last counted, given what idling took from
// its battery. A battery holds at most its first charge. Between two counts only idling,
// the motor and the harvester change it, at a constant rate.
func (b *Bank) gained(i kernel.Slot, idled float64) float64 {
	c := &b.cells[i]
	span := b.kernel.Now() - c.lit
	if b.gainsW == 0 || span == 0 || !b.kernel.Present(i) {
		return 0
	}
	now := c.heldJ - idled - b.tallies[i].lostJ - b.moved(i)
	return max(min(over(b.gainsW, time.Duration(span)), c.fullJ-now), 0)
}

// gradient is the charge on its way within node i's battery.
func (b *Bank) gradient(i kernel.Slot) energy.Gradient {
	m := len(b.terms)
	return b.ways[int(i)*m : (int(i)+1)*m]
}

func (b *Bank) sinceRelaxed(i kernel.Slot) time.Duration {
	return time.Duration(b.kernel.Now() - b.cells[i].relaxed)
}

// missing is the charge that node i's battery has and cannot give now.
func (b *Bank) missing(i kernel.Slot) float64 {
	if len(b.terms) == 0 {
		return 0
	}
	return b.terms.MissingAfterJ(b.gradient(i), b.idlesW(i), b.sinceRelaxed(i))
}

// idlesW is the power that node i's battery loses without traffic, now.
func (b *Bank) idlesW(i kernel.Slot) float64 {
	if b.cells[i].since == kernel.Never {
		return 0
	}
	return b.draws(i).idle
}

// losesW bounds the power that node i's battery loses by idling and moving, if the node
// runs; without terms it is that power.
func (b *Bank) losesW(i kernel.Slot) float64 {
	idle := b.draws(i).idle
	if b.motors != nil {
		return idle + b.movesW(i) // no terms: see Options
	}
	if len(b.terms) == 0 || b.cells[i].since == kernel.Never {
		return idle
	}
	copy(b.now, b.gradient(i))
	b.terms.Relax(b.now, idle, b.sinceRelaxed(i))
	return b.terms.LossW(b.now, idle)
}
