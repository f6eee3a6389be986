package battery

import (
	"time"

	"bellwether/emulator/internal/kernel"
	"bellwether/internal/sim/energy"
	"bellwether/protocol"
	"bellwether/trace"
)

// Options are what a Bank is made of.
type Options struct {
	Profile  energy.Profile
	InitialJ []float64 // each node's first charge, which is the most that its battery holds, from node 1 on
	Kind     energy.Battery
	// Harvester charges every node in the world, running or not; nil: none.
	Harvester energy.Harvester
	// Restart starts a node again that ran empty and has recovered.
	Restart func(kernel.Slot)
}

// Bank is the batteries of all nodes.
type Bank struct {
	kernel  *kernel.Kernel
	restart func(kernel.Slot)
	look    kernel.Event // at the battery of a node
	step    kernel.Event // of the harvester

	tallies  []tally // what a frame touches
	cells    []cell
	radio    rates                     // what every node spends
	byClass  [protocol.Classes]float64 // J above idle, of all nodes
	record   trace.Record              // filled again for each node
	largestJ float64                   // E_max

	drains []rates // by node, what its battery loses for draws; nil: the same
	spent  []spent // by node, what it spent, if its battery lost another amount; nil: the same

	terms  energy.Terms
	atOnce float64         // J that a battery seems to lose for 1 J that is drawn at once
	ways   []float64       // the gradients, node after node
	now    energy.Gradient // the gradient that is being examined

	motors []motor // by node; nil: no node has one that takes power

	kept map[kernel.Slot]func() // nodes that live on with an empty battery, and what to call the first time

	marks marks

	harvester energy.Harvester
	gainsW    float64 // what each node harvests now
	steps     int64   // of the harvester so far
}

// rates are the powers drawn in the states of a radio, in watts.
type rates struct{ idle, send, receive float64 } // idle, and above idle

func ratesOf(p energy.Profile) rates {
	return rates{idle: p.IdleW, send: p.TxW - p.IdleW, receive: p.RxW - p.IdleW}
}

// over is the energy of a power for a time. It is rounded, so that a caller's sum cannot
// fuse with it.
func over(powerW float64, d time.Duration) float64 { return float64(powerW * d.Seconds()) }

// cell is one battery, without the charge that frames took.
type cell struct {
	fullJ    float64 // its first charge, the most it holds
	heldJ    float64 // its first charge and what came in since
	idledJ   float64 // what idling took, up to since
	since    int64   // since when the node runs; kernel.Never while it does not run
	due      int64   // time of the next look; kernel.Never if none
	lit      int64   // heldJ contains the harvest up to this time
	relaxed  int64   // its gradient is of then
	drained  bool    // a frame took the rest of the charge: the node dies at this instant
	deceased bool    // its node ran empty, and starts again when the battery has recovered
}

// spent is what a node has spent, if its battery lost another amount.
type spent struct{ idledJ, trafficJ float64 }

// New makes the batteries of a run, all full.
func New(k *kernel.Kernel, o Options) *Bank {
	b := &Bank{kernel: k, restart: o.Restart, radio: ratesOf(o.Profile), terms: o.Kind.Terms(), harvester: o.Harvester,
		tallies: make([]tally, k.Nodes), cells: make([]cell, k.Nodes)}
	b.look = k.On(func(a uint32) { b.onLook(kernel.Slot(a)) })
	b.step = k.On(func(uint32) { b.onStep() })
	b.atOnce = b.terms.AtOnce()
	b.ways, b.now = make([]float64, int(k.Nodes)*len(b.terms)), make(energy.Gradient, len(b.terms))
	for n, i := range k.ByID {
		j := o.InitialJ[n]
		b.cells[i] = cell{fullJ: j, heldJ: j, since: kernel.Never, due: kernel.Never}
		b.tallies[i].limitJ = closed
		b.largestJ = max(b.largestJ, j)
		if d := o.Kind.Drain(o.Profile, j); b.drains != nil || ratesOf(d) != b.radio {
			b.drain(i, ratesOf(d))
		}
	}
	if o.Harvester != nil {
		b.gainsW = o.Harvester.PowerW(0)
		k.At(int64(o.Harvester.Step()), b.step, 0)
	}
	return b
}

// drain sets what node i's battery loses, which may differ from node to node.
func (b *Bank) drain(i kernel.Slot, r rates) {
	if b.drains == nil {
		b.drains, b.spent = make([]rates, len(b.cells)), make([]spent, len(b.cells))
		for k := range b.drains {
			b.drains[k] = b.radio
		}
	}
	b.drains[i] = r
}

// draws returns what node i's battery loses in each state.
func (b *Bank) draws(i kernel.Slot) *rates {
	if b.drains != nil {
		return &b.drains[i]
	}
	return &b.radio
}

// Arrive begins node i's time in the world.
func (b *Bank) Arrive(i kernel.Slot) {
	if b != nil {
		b.cells[i].lit = b.kernel.Now()
	}
}

// Run starts the drain of node i's battery: the node runs from now on.
func (b *Bank) Run(i kernel.Slot) {
	if b == nil {
		return
	}
	b.settle(i)
	c := &b.cells[i]
	c.since = b.kernel.Now()
	c.deceased, c.drained = false, false
	b.await(i)
}

// Stop ends the drain: a node that does not run draws no power.
func (b *Bank) Stop(i kernel.Slot) {
	if b == nil {
		return
	}
	b.settle(i)
	c := &b.cells[i]
	if b.spent != nil {
		b.spent[i].idledJ = b.spentIdle(i)
	}
	c.idledJ = b.idled(i)
	c.since = kernel.Never
	b.bound(i)
}

// Recharge fills node i's battery. If the node had run empty it starts again.
func (b *Bank) Recharge(i kernel.Slot) {
	if b == nil || !b.kernel.Present(i) {
		return
	}
	b.settle(i)
	clear(b.gradient(i))
	c := &b.cells[i]
	c.heldJ += c.fullJ - b.left(i)
	if b.review(i); len(b.marks.list) > 0 {
		b.await(i)
	}
	b.bound(i)
	if c.deceased {
		b.restart(i)
	}
}

// Left is the charge of node i in joules; false if it has no battery.
func (b *Bank) Left(i kernel.Slot) (joules float64, has bool) {
	if b == nil {
		return 0, false
	}
	return b.left(i), true
}

// Drain takes a charge, at most what is left, that no radio has spent and no class of
// messages is charged for. A node whose battery is empty then stops at this instant, but
// not before the handler that drains has ended.
func (b *Bank) Drain(i kernel.Slot, joules float64) {
	if b == nil || !(joules > 0) {
		return
	}
	left, c := b.settle(i), &b.cells[i]
	c.heldJ -= min(joules, left)
	if joules >= left && b.kernel.Live(i) && !c.drained {
		c.drained = !b.keeps(i)
		b.kernel.At(b.kernel.Now(), b.look, uint32(i))
	}
	b.await(i)
}

// DrainTo takes what is above a share of the first charge of node i's battery, see Drain. A
// node that is not in the world keeps its charge.
func (b *Bank) DrainTo(i kernel.Slot, share float64) {
	if b != nil && b.kernel.Present(i) {
		b.Drain(i, b.settle(i)-float64(share*b.cells[i].fullJ))
	}
}

// Keep lets node i live on when its battery is empty. told is called when that first
// happens.
func (b *Bank) Keep(i kernel.Slot, told func()) {
	if b == nil {
		return
	}
	if b.kept == nil {
		b.kept = map[kernel.Slot]func(){}
	}
	b.kept[i] = told
}

// keeps reports whether node i keeps running with an empty battery.
func (b *Bank) keeps(i kernel.Slot) bool {
	_, kept := b.kept[i]
	return kept
}

// liveOn lets a node live on with an empty battery.
func (b *Bank) liveOn(i kernel.Slot) {
	if told := b.kept[i]; told != nil {
		b.kept[i] = nil
		told()
	}
}

// Empty reports whether node i does not run because its battery is empty.
func (b *Bank) Empty(i kernel.Slot) bool { return b != nil && b.left(i) <= 0 && !b.keeps(i) }

// Share is the charge of node i's battery as a share of the largest first charge of all
// nodes.
func (b *Bank) Share(i kernel.Slot) float64 {
	if b == nil {
		return 1
	}
	return b.left(i) / b.largestJ
}

// Record records what every class of messages and every node has spent.
func (b *Bank) Record() {
	if b == nil {
		return
	}
	if b.kernel.Wants(trace.Spent) {
		for class, joules := range b.byClass {
			// ClassStandby came after the others: runs without such messages keep their trace hashes.
			if protocol.Class(class) == protocol.ClassStandby && joules == 0 {
				continue
			}
			b.kernel.Note(trace.Record{Kind: trace.Spent, Class: protocol.Class(class), X: joules})
		}
	}
	if !b.kernel.Wants(trace.Energy) {
		return
	}
	for _, i := range b.kernel.ByID {
		idled, traffic := b.idled(i), b.tallies[i].lostJ
		left := b.leftOf(i, idled)
		if b.spent != nil {
			idled, traffic = b.spentIdle(i), b.spent[i].trafficJ
		}
		r := &b.record
		r.Kind, r.Node, r.X, r.Y, r.Value = trace.Energy, b.kernel.ID(i), idled+traffic+b.tookJ(i), traffic, int64(left*1e6)
		b.kernel.NoteKept(r)
	}
}
