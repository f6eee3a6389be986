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

// OwnFault is a kind of fault of one's own. A script names it as it names the others, as
// the Kind of a Fault, with any target and at any times, and a trace has it by its name.
//
// It strikes each target for itself. Its end is told once for each strike that lasts a time,
// whether the node has booted since or not, and may find it down. Neither keeps its Hand.
type OwnFault struct {
	Name   string // small letters, digits and hyphens; that of no fault of the emulator
	Strike func(h *Hand, node protocol.ID)
	End    func(h *Hand, node protocol.ID) // nil: it is over as it strikes, and For must be 0
}

var ownName = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)

// Validate finds what a script could not use.
func (o *OwnFault) Validate() error {
	switch {
	case len(o.Name) > 64 || !ownName.MatchString(o.Name):
		return fmt.Errorf("a fault of one's own is called %q: want small letters, digits and hyphens, like clock-jump", o.Name)
	case faults.Known(faults.Kind(o.Name)):
		return fmt.Errorf("a fault of one's own is called %s, as one of the emulator's is", o.Name)
	case o.Strike == nil:
		return fmt.Errorf("the fault %s has no Strike", o.Name)
	}
	return nil
}

// validateOwn finds faults of one's own that no script can use.
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

// ownKinds are the faults of one's own as the script's part has them.
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

// blow carries out one strike, or one end.
func (p *parts) blow(b faults.Blow, do func(*Hand, protocol.ID)) {
	h := &Hand{parts: p, blow: b}
	do(h, p.kernel.ID(b.Node()))
	h.parts = nil
}

// A Hand is what a fault of one's own does to a run, from within one strike or its end. What
// it does is done at once, in the order of the calls, to the node that is struck or to any
// other; a trace shows a Fault by the strike's name at each node that it does something to.
// The node's machine never learns why.
//
// A node that the world does not have ends the run with an error.
type Hand struct {
	parts *parts // nil once the strike is over
	blow  faults.Blow
	rand  *rand.Rand
}

// Now is the virtual time.
func (h *Hand) Now() protocol.Time { return h.run().kernel.Clock() }

// Nodes is how many there are: their IDs are 1…Nodes.
func (h *Hand) Nodes() int { return int(h.run().kernel.Nodes) }

// Rand gives the draws of this strike at this node, the same under every algorithm. They are
// nobody else's, so that no other draw of the run is shifted by them.
func (h *Hand) Rand() *rand.Rand {
	h.run()
	if h.rand == nil {
		h.rand = h.blow.Rand()
	}
	return h.rand
}

// Live says whether a node runs.
func (h *Hand) Live(node protocol.ID) bool {
	i, known := h.look(node)
	return known && h.parts.kernel.Live(i)
}

// Position is where a node is now, in metres; false where nodes are nowhere, or it is not in
// the world.
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

// Forget takes from a node what it has saved, as a lost disk does.
func (h *Hand) Forget(node protocol.ID) { h.do(node, h.blow.Forget) }

// Restart starts a node that has crashed, if its battery is not empty.
func (h *Hand) Restart(node protocol.ID) {
	h.do(node, func(i kernel.Slot) { h.parts.restart(i) })
}

// Resign has a node offer nothing and step down, until Offer or its next boot.
func (h *Hand) Resign(node protocol.ID) { h.do(node, h.blow.Withdraw) }

// Offer has a node that has resigned offer again what it can.
func (h *Hand) Offer(node protocol.ID) { h.do(node, h.blow.Offer) }

// Elect has a node call an election.
func (h *Hand) Elect(node protocol.ID) {
	h.do(node, func(i kernel.Slot) { h.parts.kernel.Elect(i) })
}

// RadioOff has a node neither send nor hear, until RadioOn or its next boot.
func (h *Hand) RadioOff(node protocol.ID) { h.do(node, h.blow.RadioOff) }

// RadioOn ends that, whoever turned the radio off.
func (h *Hand) RadioOn(node protocol.ID) { h.do(node, h.blow.RadioOn) }

// Drain takes a charge from a node's battery, in joules; an empty one stops its node. The
// radio has not spent it: it counts in no metric of energy. Without a battery nothing
// happens.
func (h *Hand) Drain(node protocol.ID, joules float64) {
	h.do(node, func(i kernel.Slot) { h.parts.batteries.Drain(i, joules) })
}

// HoldUp has two nodes hear each other, wherever they are, until Release. Losses,
// partitions, jams and radios that are off part them as elsewhere.
func (h *Hand) HoldUp(link [2]protocol.ID) { h.hold(link, reach.Hold{Up: true}) }

// HoldDown keeps two nodes from hearing each other, until Release.
func (h *Hand) HoldDown(link [2]protocol.ID) { h.hold(link, reach.Hold{}) }

// Release leaves the link of two nodes to the medium again, whoever held it.
func (h *Hand) Release(link [2]protocol.ID) {
	h.relink(link, func(i, j kernel.Slot) { h.parts.reach.Release(i, j) })
}

func (h *Hand) hold(link [2]protocol.ID, as reach.Hold) {
	h.relink(link, func(i, j kernel.Slot) {
		as.A, as.B = i, j
		h.parts.reach.Hold(as)
	})
}

// relink changes the link of two nodes, and has it followed.
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

// do does something to a node, and tells the trace that it was struck.
func (h *Hand) do(node protocol.ID, deed func(kernel.Slot)) {
	if i, known := h.look(node); known {
		h.blow.Hits(i)
		deed(i)
	}
}

// look finds a node; where there is none the run ends.
func (h *Hand) look(node protocol.ID) (kernel.Slot, bool) {
	k := h.run().kernel
	if node < 1 || int(node) > int(k.Nodes) {
		k.Fail(fmt.Errorf("the fault %s names node %d of %d", h.blow.Kind(), node, k.Nodes))
		return 0, false
	}
	return k.Slot(node), true
}

// run is the run, as long as the strike lasts that the hand is of.
func (h *Hand) run() *parts {
	if h.parts == nil {
		panic("emulator: a Hand is of one strike, or of its end, and was kept beyond it")
	}
	return h.parts
}
