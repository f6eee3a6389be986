package emulator

import (
	"fmt"

	"bellwether/emulator/internal/battery"
	"bellwether/emulator/internal/kernel"
	"bellwether/internal/sim/energy"
	"bellwether/mobility"
)

// Energy gives every node a battery. A program of another module sets the fields of Profile
// and leaves Battery nil, or takes all from a scenario with a section energy: its
// Scenario.Config gives the Energy of each model of battery.
type Energy struct {
	// Profile is what a radio draws in each state: TxW, RxW, IdleW and SleepW, in watts. Name
	// and Source say whose figures these are.
	Profile energy.Profile
	// InitialJ is the charge of each node at boot, node i at i-1; the largest
	// one is E_max of the capability. Infinite batteries have Energy nil.
	InitialJ []float64
	// Battery is the kind of all batteries; nil: linear. Only this module has other kinds.
	// Deaths are computed exactly, for a kind with terms to a microjoule. A kind with terms
	// takes no harvester.
	Battery energy.Battery
	// Harvester charges every node in the world, running or not, up to its initial
	// charge; nil: batteries are not charged. A run begins at midnight. A node that ran
	// empty starts again at 15 % of its initial charge. Any type has the methods: Validate,
	// Step, how long the power stays constant, and PowerW(n int64) float64, the power in the
	// n-th step from midnight.
	Harvester energy.Harvester
	// Motors are what the movement of node i, at i-1, takes from its battery; nil, or an entry
	// that is nil: nothing. A motor runs while its node is in the world and its battery is not
	// empty. An empty battery ends the node, whose radio is then off, and the motor; its path
	// goes on, because all algorithms must meet the same movement: think of a reserve that
	// brings it home. Only linear batteries take motors.
	Motors []Motor
}

// A Motor is what the movement of a node costs. Package internal/sim/energy has a constant one and
// that of a rotary wing, which scenarios name.
type Motor interface {
	// Validate returns an error if an option is out of bounds.
	Validate() error
	// PowerW is the power on a leg, in watts: finite, 0 or more, the same on every machine.
	PowerW(l mobility.Leg) float64
}

// move charges node i for a new leg. A node outside the world uses no power.
func (p *parts) move(i kernel.Slot, l mobility.Leg) {
	if p.motors == nil {
		return
	}
	m := p.motors[p.kernel.ID(i)-1]
	switch {
	case m == nil:
	case l.Absent:
		p.batteries.Move(i, 0)
	default:
		powerW := m.PowerW(l)
		if !(powerW >= 0 && powerW <= maxMotorW) {
			p.kernel.Fail(fmt.Errorf("node %d: the motor %T takes %g W: it must be from 0 to %g W", p.kernel.ID(i), m, powerW, float64(maxMotorW)))
			return
		}
		p.batteries.Move(i, powerW)
	}
}

// maxMotorW bounds the power of a motor: that of a large ship.
const maxMotorW = 1e9

// validate reports what contradicts itself.
func (e *Energy) validate(nodes int, check func(ok bool, format string, args ...any)) {
	check(len(e.InitialJ) == nodes, "a battery for each node is needed")
	if e.Battery != nil {
		err := e.Battery.Validate()
		check(err == nil, "%w", err)
		check(len(e.Battery.Terms()) == 0 || e.Harvester == nil, "a battery that recovers at rest cannot be charged by a harvester")
	}
	check(len(e.Motors) == 0 || len(e.Motors) == nodes, "%d motors for %d nodes", len(e.Motors), nodes)
	for i, m := range e.Motors {
		if m != nil {
			err := m.Validate()
			check(err == nil, "the motor of node %d: %w", i+1, err)
		}
	}
	if _, linear := e.Battery.(energy.Linear); len(e.Motors) > 0 {
		check(e.Battery == nil || linear, "only a linear battery drives a motor, not a %T", e.Battery)
	}
	if e.Harvester != nil {
		err := e.Harvester.Validate()
		check(err == nil, "%w", err)
	}
}

// bank is the batteries of a run; nil if nobody has one.
func (e *Energy) bank(k *kernel.Kernel, restart func(kernel.Slot)) *battery.Bank {
	if e == nil {
		return nil
	}
	kind := e.Battery
	if kind == nil {
		kind = energy.Linear{}
	}
	return battery.New(k, battery.Options{Profile: e.Profile, InitialJ: e.InitialJ, Kind: kind, Harvester: e.Harvester, Restart: restart})
}
