package emulator

import (
	"bellwether/emulator/internal/kernel"
	"bellwether/protocol"
)

// This file holds what the kernel asks of the parts (kernel.Parts), and in which order the
// parts do it. It holds nothing else, because that order is part of every result.

// Say hands over what node i's machine sends.
func (p *parts) Say(i kernel.Slot, e *protocol.Effect) { p.access.Say(i, e) }

// Hears are the nodes that node i hears now: the oracle.
func (p *parts) Hears(i kernel.Slot) []protocol.ID { return p.links.Of(i) }

// Arrives begins node i's time in the world.
func (p *parts) Arrives(i kernel.Slot) { p.batteries.Arrive(i) }

// Boots prepares the parts for the boot of node i.
func (p *parts) Boots(i kernel.Slot) {
	p.reach.TurnOn(i)
	p.batteries.Run(i)
	p.offers.Boot(i)
}

// Booted does what follows from the boot of node i.
func (p *parts) Booted(i kernel.Slot) {
	p.offers.Note(i)
	p.faults.Booted(i)
}

// Started takes the first look at node i's degree.
func (p *parts) Started(i kernel.Slot) { p.offers.Started(i) }

// Joined updates the links of node i.
func (p *parts) Joined(i kernel.Slot) { p.links.Joined(i) }

// Stops ends what the parts do for node i.
func (p *parts) Stops(i kernel.Slot) {
	p.duty.Stop(i)
	p.batteries.Stop(i)
	p.access.Stop(i)
	p.faults.Stopped(i)
}

// Stopped lets node i receive nothing.
func (p *parts) Stopped(i kernel.Slot) { p.reach.Listen(i) }

// Gone updates the links of node i.
func (p *parts) Gone(i kernel.Slot) { p.links.Refresh(i) }

// restart boots a crashed node that is in the world and has charge left.
func (p *parts) restart(i kernel.Slot) {
	if p.kernel.Status(i) == kernel.Crashed && !p.batteries.Empty(i) {
		p.offers.Revive(i)
		p.kernel.Join(i)
	}
}
