package emulator

import (
	"fmt"
	"math/rand/v2"
	"regexp"

	"github.com/paulmach/orb"

	"bellwether/emulator/internal/faults"
	"bellwether/emulator/internal/kernel"
	"bellwether/emulator/internal/reach"
	"bellwether/protocol"
)

// OwnFault is a kind of fault that the program defines. A script names it in the Kind of a
// Fault, with any target and at any times, like the faults of the emulator. A trace shows
// it under its name.
//
// The emulator calls Strike once for each target of a strike. If the fault lasts a time, it
// calls End once for each of these calls, even if the node has booted since; the node may
// be down then. Strike and End must not keep their Hand after they return.
type OwnFault struct {
	Name   string // small letters, digits and hyphens; not the name of a fault of the emulator
	Strike func(h *Hand, node protocol.ID)
	End    func(h *Hand, node protocol.ID) // nil: the fault ends when it strikes, and For must be 0
}

var ownName = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)

// Validate returns an error if no script can use the fault.
func (o *OwnFault) Validate() error {
	switch {
	case len(o.Name) > 64 || !ownName.MatchString(o.Name):
		return fmt.Errorf("a fault of one's own is called %q: want small letters, digits and hyphens, like clock-jump", o.Name)
	case faults.Known(faults.Kind(o.Name)):
		return fmt.Errorf("a fault of one's own is called %s, like a fault of the emulator", o.Name)
	case o.Strike == nil:
		return fmt.Errorf("the fault %s has no Strike", o.Name)
	}
	return nil
}

// validateOwn reports the program's faults that no script can use, and names that occur
// twice.
func (c *Config) validateOwn(sound func(error)) {
	seen := map[string]bool{}
	for i := range c.OwnFaults {
		o := &c.OwnFaults[i]
		sound(o.Validate())
		if seen[o.Name] {
			sound(fmt.Errorf("two faults of one's own are called %s", o.Name))
		}
		seen[o.Name] = true
	}
}

// ownKinds are the program's faults in the form that package faults takes.
func (c *Config) ownKinds(p *parts) []faults.Own {
	var out []faults.Own
	for _, o := range c.OwnFaults {
		one := faults.Own{Name: faults.Kind(o.Name), Strike: func(b faults.Blow) { p.blow(b, o.Strike) }}
		if o.End != nil {
			one.End = func(b faults.Blow) { p.blow(b, o.End) }
		}
		out = append(out, one)
	}
	return out
}

// blow carries out one strike, or the end of one.
func (p *parts) blow(b faults.Blow, do func(*Hand, protocol.ID)) {
	h := &Hand{parts: p, blow: b}
	do(h, p.kernel.ID(b.Node()))
	h.parts = nil
}

// A Hand is what an OwnFault uses to change a run, during one strike or its end. Each method
// takes effect at once. It may change the node that is struck or any other node. A trace has
// one Fault record, under the fault's name, for each node that a strike changes. A machine
// is not informed of the cause.
//
// A call for a node that is not in the run (its ID is not 1…Nodes) ends the run with an
// error.
type Hand struct {
	parts *parts // nil after the strike
	blow  faults.Blow
	rand  *rand.Rand
}

// Now is the virtual time.
func (h *Hand) Now() protocol.Time { return h.run().kernel.Clock() }

// Nodes is the number of nodes: their IDs are 1…Nodes.
func (h *Hand) Nodes() int { return int(h.run().kernel.Nodes) }

// Rand returns the random source of this strike at this node. Its draws are the same under
// every algorithm, and they shift no other draw of the run.
func (h *Hand) Rand() *rand.Rand {
	h.run()
	if h.rand == nil {
		h.rand = h.blow.Rand()
	}
	return h.rand
}

// Live reports whether a node runs.
func (h *Hand) Live(node protocol.ID) bool {
	i, known := h.look(node)
	return known && h.parts.kernel.Live(i)
}

// Position is where a node is now, in metres; false if nodes have no positions, or the node
// is not in the world.
func (h *Hand) Position(node protocol.ID) (orb.Point, bool) {
	i, known := h.look(node)
	if !known || h.parts.field == nil || !h.parts.kernel.Present(i) {
		return orb.Point{}, false
	}
	x, y := h.parts.field.Motion(i).At(h.parts.kernel.Now())
	return orb.Point{x, y}, true
}

// Charge is what is left of a node's battery, in joules; false if it has none.
func (h *Hand) Charge(node protocol.ID) (joules float64, has bool) {
	if i, known := h.look(node); known {
		return h.parts.batteries.Left(i)
	}
	return 0, false
}

// Crash stops a node that runs. It keeps what it has saved.
func (h *Hand) Crash(node protocol.ID) { h.do(node, h.blow.Crash) }

// Forget deletes what a node has saved, like the loss of its disk.
func (h *Hand) Forget(node protocol.ID) { h.do(node, h.blow.Forget) }

// Restart starts a node that has crashed, if its battery is not empty.
func (h *Hand) Restart(node protocol.ID) {
	h.do(node, func(i kernel.Slot) { h.parts.restart(i) })
}

// Resign makes a node offer nothing and step down, until Offer or its next boot.
func (h *Hand) Resign(node protocol.ID) { h.do(node, h.blow.Withdraw) }

// Offer ends a node's resignation: it offers again what it can.
func (h *Hand) Offer(node protocol.ID) { h.do(node, h.blow.Offer) }

// Elect makes a node call an election.
func (h *Hand) Elect(node protocol.ID) {
	h.do(node, func(i kernel.Slot) { h.parts.kernel.Elect(i) })
}

// RadioOff stops a node from sending and hearing, until RadioOn or its next boot.
func (h *Hand) RadioOff(node protocol.ID) { h.do(node, h.blow.RadioOff) }

// RadioOn turns a node's radio on again, whichever fault turned it off.
func (h *Hand) RadioOn(node protocol.ID) { h.do(node, h.blow.RadioOn) }

// Drain takes a charge from a node's battery, in joules. A node whose battery is empty stops.
// The charge was not spent by the radio, so no metric of energy counts it. Without batteries
// Drain does nothing. A charge below 0 or NaN ends the run with an error.
func (h *Hand) Drain(node protocol.ID, joules float64) {
	if !(joules >= 0) {
		h.run().kernel.Fail(fmt.Errorf("the fault %s drains %g J from node %d: must be 0 or more", h.blow.Kind(), joules, node))
		return
	}
	h.do(node, func(i kernel.Slot) { h.parts.batteries.Drain(i, joules) })
}

// HoldUp makes two nodes hear each other, wherever they are, until Release. Losses,
// partitions, jams and radios that are off still apply to them.
func (h *Hand) HoldUp(link [2]protocol.ID) { h.hold(link, reach.Hold{Up: true}) }

// HoldDown keeps two nodes from hearing each other, until Release.
func (h *Hand) HoldDown(link [2]protocol.ID) { h.hold(link, reach.Hold{}) }

// Release lets the medium decide about the link of two nodes again, whichever fault held
// the link.
func (h *Hand) Release(link [2]protocol.ID) {
	h.relink(link, func(i, j kernel.Slot) { h.parts.reach.Release(i, j) })
}

func (h *Hand) hold(link [2]protocol.ID, as reach.Hold) {
	h.relink(link, func(i, j kernel.Slot) {
		as.A, as.B = i, j
		h.parts.reach.Hold(as)
	})
}

// relink changes the link of two nodes, and updates the links of both.
func (h *Hand) relink(link [2]protocol.ID, change func(i, j kernel.Slot)) {
	i, here := h.look(link[0])
	j, there := h.look(link[1])
	if !here || !there {
		return
	}
	if i == j {
		h.parts.kernel.Fail(fmt.Errorf("the fault %s links node %d with itself", h.blow.Kind(), link[0]))
		return
	}
	h.blow.Hits(i)
	h.blow.Hits(j)
	change(i, j)
	for _, end := range []kernel.Slot{i, j} {
		if h.parts.kernel.Live(end) {
			h.parts.links.Refresh(end)
		}
	}
}

// do applies an action to a node, and records that the node was struck.
func (h *Hand) do(node protocol.ID, action func(kernel.Slot)) {
	if i, known := h.look(node); known {
		h.blow.Hits(i)
		action(i)
	}
}

// look finds a node by its ID. An unknown ID ends the run with an error.
func (h *Hand) look(node protocol.ID) (kernel.Slot, bool) {
	k := h.run().kernel
	if node < 1 || int(node) > int(k.Nodes) {
		k.Fail(fmt.Errorf("the fault %s names node %d of %d", h.blow.Kind(), node, k.Nodes))
		return 0, false
	}
	return k.Slot(node), true
}

// run is the run, during the hand's strike; later it panics.
func (h *Hand) run() *parts {
	if h.parts == nil {
		panic("the emulator.Hand was used after the strike, or the end of one, that it was made for")
	}
	return h.parts
}
