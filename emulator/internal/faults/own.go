package faults

import (
	"math/rand/v2"
	"slices"

	"bellwether/emulator/internal/draw"
	"bellwether/emulator/internal/kernel"
	"bellwether/trace"
)

// An Own is a kind of fault that the program brings along. It strikes each of its targets
// for itself, and its end comes whether the node has booted since or not: it may have struck
// others than that node.
type Own struct {
	Name   Kind
	Strike func(Blow)
	End    func(Blow) // nil: the fault is over as it strikes
}

// A Blow is one strike of an own kind at one node, or the end of one.
type Blow struct {
	of    *Faults
	s     *strike
	phase uint32 // 0 as it strikes, 1 as it ends
}

// Node is whom the fault strikes.
func (b Blow) Node() kernel.Slot { return b.s.node }

// Kind is the fault's name.
func (b Blow) Kind() Kind { return b.s.Kind }

// Rand returns the draws of this strike, or of its end: of the seed, the fault's place in the
// script, the node and the instant, and of nothing that was drawn before.
func (b Blow) Rand() *rand.Rand {
	address := draw.NewAddressed(b.of.Seed, draw.OwnFaults)
	drawn := address.At(uint32(b.of.k.ID(b.s.node)), b.of.k.Now(), 2*uint32(b.s.index)+b.phase)
	return rand.New(rand.NewPCG(drawn, draw.Mix(drawn)))
}

// Hits tells that the strike has come to node i too.
func (b Blow) Hits(i kernel.Slot) {
	if i != b.s.node && b.phase == 0 {
		b.note(i, string(b.s.Kind))
	}
}

// Crash stops node i, if it runs.
func (b Blow) Crash(i kernel.Slot) {
	if b.of.k.Live(i) {
		b.of.k.Crash(i, trace.WhyFault)
	}
}

// Forget takes what node i has saved.
func (b Blow) Forget(i kernel.Slot) {
	b.of.k.Forget(i)
	b.note(i, trace.StorageLost)
}

// Withdraw has node i offer nothing and step down, if it runs and offers anything.
func (b Blow) Withdraw(i kernel.Slot) {
	if b.of.k.Live(i) && !b.of.Offers.Withdrawn(i) {
		b.of.Offers.Withdraw(i)
		b.of.k.Resign(i)
	}
}

// Offer ends the resignation of node i, whichever fault caused it.
func (b Blow) Offer(i kernel.Slot) {
	b.of.books.ended(i, Resign)
	b.of.Offers.Again(i)
}

// RadioOff has node i neither send nor hear.
func (b Blow) RadioOff(i kernel.Slot) {
	b.of.Reach.TurnOff(i)
	b.of.Links.Refresh(i)
}

// RadioOn ends that.
func (b Blow) RadioOn(i kernel.Slot) { b.of.turnOn(i) }

func (b Blow) note(i kernel.Slot, name string) {
	b.of.k.Note(trace.Record{Kind: trace.Fault, Node: b.of.k.ID(i), Name: name, Why: b.s.why(), Value: int64(b.s.index) + 1})
}

// own strikes with a kind of the program's.
type own struct {
	*Faults
	of *Own
}

func (o own) strike(s *strike) bool {
	lasts := o.of.End != nil
	if lasts {
		o.books.began(s)
	}
	o.of.Strike(Blow{of: o.Faults, s: s})
	return lasts
}

func (o own) end(s *strike) {
	o.of.End(Blow{of: o.Faults, s: s, phase: 1})
	o.books.endedOne(s)
}

// kindOf finds a kind of this run, the program's own too.
func (f *Faults) kindOf(name Kind) kind {
	if of, builtin := kindOf(name); builtin {
		return of
	}
	n := slices.IndexFunc(f.Own, func(o Own) bool { return o.Name == name })
	return kind{name: name, scope: lasting, new: func(f *Faults) strikes { return own{f, &f.Own[n]} }}
}

// Known reports whether a fault of this name comes with the emulator, or is a record's name.
func Known(name Kind) bool {
	_, known := kindOf(name)
	return known || name == trace.StorageLost
}
