package emulator

import (
	"bellwether/emulator/internal/battery"
	"bellwether/emulator/internal/kernel"
	"bellwether/internal/energy"
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
}

// validate reports what contradicts itself.
func (e *Energy) validate(nodes int, check func(ok bool, format string, args ...any)) {
	check(len(e.InitialJ) == nodes, "a battery for each node is needed")
	if e.Battery != nil {
		err := e.Battery.Validate()
		check(err == nil, "%w", err)
		check(len(e.Battery.Terms()) == 0 || e.Harvester == nil, "a battery that recovers at rest cannot be charged by a harvester")
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
