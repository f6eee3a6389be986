package faults

import (
	"time"

	"bellwether/emulator/internal/access"
	"bellwether/emulator/internal/battery"
	"bellwether/emulator/internal/kernel"
	"bellwether/emulator/internal/links"
	"bellwether/emulator/internal/offer"
	"bellwether/emulator/internal/place"
	"bellwether/emulator/internal/reach"
	"bellwether/trace"
)

// Options are what a Faults is made of.
type Options struct {
	Seed   uint64
	Script []Fault
	Own    []Own // kinds of the program's
	// Restart boots a crashed node that is in the world and has charge left.
	Restart   func(kernel.Slot)
	Reach     *reach.Reach
	Links     *links.Links
	Field     *place.Field  // nil: nodes are nowhere
	Batteries *battery.Bank // nil: nobody has one
	Access    *access.Layer
	Offers    *offer.Offers
	// LeavesOut reports whether a strike of a fault is left out, both by their numbers
	// from 1 on; nil: none is.
	LeavesOut func(fault int, strike uint64) bool
}

// Faults carries a script out.
type Faults struct {
	Options
	k *kernel.Kernel

	does     []strikes // by fault of the script
	scopes   []scope   // by fault
	rounds   []uint64  // by fault: how often it has struck
	awaited  []strike  // that end
	renewals []renewal
	books    books

	jams   *jams        // nil: the script has none
	frames *frameFaults // nil: the script has none
	parted uint64       // number of the strike whose partition is in force, 0 for none
	on     struct{ strike, end, renew kernel.Event }
}

// New makes a Faults that has struck nothing yet.
func New(k *kernel.Kernel, o Options) *Faults {
	f := &Faults{Options: o, k: k, rounds: make([]uint64, len(o.Script)), books: books{k: k}}
	f.on.strike = k.On(func(n uint32) { f.onStrike(int(n)) })
	f.on.end = k.On(func(n uint32) { f.onEnd(int(n)) })
	f.on.renew = k.On(func(n uint32) { f.onRenew(int(n)) })
	made := map[Kind]strikes{}
	for n := range o.Script {
		of := f.kindOf(o.Script[n].Kind)
		if made[of.name] == nil {
			made[of.name] = of.new(f)
		}
		f.does = append(f.does, made[of.name])
		f.scopes = append(f.scopes, of.scope)
	}
	return f
}

// Begin plans the script.
func (f *Faults) Begin() {
	for n := range f.Script {
		one := &f.Script[n]
		if one.MTBF == 0 {
			f.k.At(int64(one.First()), f.on.strike, uint32(n))
			continue
		}
		for _, r := range Renewals(f.Seed, int(f.k.Nodes), f.Script, n) {
			f.renewals = append(f.renewals, r)
			last := len(f.renewals) - 1
			f.k.At(int64(one.At+f.renewals[last].Works()), f.on.renew, uint32(last))
		}
	}
}

// onStrike carries out the n-th fault, and comes again if it recurs.
func (f *Faults) onStrike(n int) {
	one := &f.Script[n]
	f.rounds[n]++
	if one.Every > 0 {
		f.k.At(f.k.After(one.Every), f.on.strike, uint32(n))
	}
	f.strike(n, f.targets(n), one.For)
}

// onRenew carries out the failure of the n-th process, and plans the next.
func (f *Faults) onRenew(n int) {
	r := &f.renewals[n]
	lasts := r.Fails()
	f.k.At(f.k.After(lasts+r.Works()), f.on.renew, uint32(n))
	f.rounds[r.fault]++
	if r.Node >= 0 {
		f.strike(r.fault, []kernel.Slot{f.k.ByID[r.Node]}, lasts)
		return
	}
	f.strike(r.fault, f.targets(r.fault), lasts)
}

// targets are the nodes that the n-th fault strikes now.
func (f *Faults) targets(n int) []kernel.Slot {
	if f.scopes[n] == everybody {
		return []kernel.Slot{world}
	}
	return f.aim(n)
}

// strike carries out the n-th fault on targets, for a time; 0 is for good.
func (f *Faults) strike(n int, targets []kernel.Slot, lasts time.Duration) {
	one := &f.Script[n]
	number := f.books.number()
	if f.LeavesOut != nil && f.LeavesOut(n+1, number) {
		return
	}
	f.books.locate(one)
	for _, i := range targets {
		f.k.Note(trace.Record{Kind: trace.Fault, Node: f.k.ID(i), Name: string(one.Kind), Why: one.why(), Value: int64(n) + 1})
		s := strike{Fault: one, index: n, node: i, lasts: lasts, number: number}
		awaited := f.does[n].strike(&s)
		if !awaited || lasts == 0 {
			continue
		}
		if i != world {
			s.incarnation = f.k.Incarnation(i)
		}
		f.awaited = append(f.awaited, s)
		f.k.At(f.k.After(lasts), f.on.end, uint32(len(f.awaited)-1))
	}
}

// onEnd ends what a strike began, unless a boot has since.
func (f *Faults) onEnd(n int) {
	s := &f.awaited[n]
	if s.node == world || f.scopes[s.index] == lasting || f.k.Incarnation(s.node) == s.incarnation {
		f.does[s.index].end(s)
	}
}

// Booted records the strikes that a boot of node i ends.
func (f *Faults) Booted(i kernel.Slot) {
	f.books.ended(i, Crash)
	f.books.ended(i, RadioOff)
}

// Stopped records the strikes that end when node i stops.
func (f *Faults) Stopped(i kernel.Slot) { f.books.ended(i, Pause) }

// Reinstated records that node i offers again, for another reason than the script.
func (f *Faults) Reinstated(i kernel.Slot) { f.books.ended(i, Resign) }
