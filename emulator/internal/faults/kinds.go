package faults

import (
	"slices"
	"time"

	"bellwether/emulator/internal/kernel"
)

// strikes is what a kind of fault does.
type strikes interface {
	// strike carries it out, and reports whether its end, if it has one, must be awaited.
	strike(s *strike) (awaited bool)
	// end is called when the time of a strike is over, once for each node. For a node
	// that has booted since then it is called only if the kind outlasts boots.
	end(s *strike)
}

// A strike is one fault at one node, or in the world.
type strike struct {
	*Fault
	index  int         // of the fault in the script
	node   kernel.Slot // world: none
	lasts  time.Duration
	number uint64 // as in records: the same for all nodes that are struck at one instant

	incarnation uint32 // of the node that was struck
}

// world is the node of a strike that is on no single node.
const world kernel.Slot = -1

// kind is one line of the list.
type kind struct {
	name  Kind
	scope scope
	new   func(*Faults) strikes
	check func(*Fault, checker) // checks what only this kind needs; nil: nothing
}

// scope says what a kind strikes, and how long.
type scope uint8

const (
	nodes     scope = iota // each target, until it boots again
	lasting                // each target, whether it boots or not
	everybody              // the world
)

// kinds lists all kinds of faults, in any order.
var kinds = []kind{
	{Crash, nodes, newCrash, nil},
	{Flap, nodes, newFlap, checkFlap},
	{Restart, nodes, newRestart, nil},
	{Resign, nodes, newResign, nil},
	{Recharge, nodes, newRecharge, nil},
	{Drain, nodes, newDrain, checkDrain},
	{Pause, nodes, newPause, nil},
	{Drift, lasting, newDrift, checkDrift},
	{RadioOff, nodes, newRadioOff, nil},
	{RadioOn, nodes, newRadioOn, nil},
	{Partition, everybody, newPartition, nil},
	{Heal, everybody, newHeal, nil},
	{Jam, everybody, newJam, nil},
	{Duplicate, everybody, newFrameFault, checkFrameFault},
	{Reorder, everybody, newFrameFault, checkReorder},
	{Elect, nodes, newElect, nil},
}

func kindOf(name Kind) (kind, bool) {
	n := slices.IndexFunc(kinds, func(k kind) bool { return k.name == name })
	if n < 0 {
		return kind{}, false
	}
	return kinds[n], true
}

// noEnd is for a kind that ends when it strikes.
type noEnd struct{}

func (noEnd) end(*strike) {}
