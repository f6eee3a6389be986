package intervene

import (
	"slices"
	"time"

	"bellwether/emulator/internal/access"
	"bellwether/emulator/internal/battery"
	"bellwether/emulator/internal/kernel"
	"bellwether/emulator/internal/links"
	"bellwether/emulator/internal/reach"
	"bellwether/internal/contract/messageid"
	"bellwether/protocol"
	"bellwether/trace"
)

// Options are what Interventions are made of.
type Options struct {
	List      []Intervention
	Access    *access.Layer
	Reach     *reach.Reach
	Links     *links.Links
	Batteries *battery.Bank // nil: nobody has one
}

// Interventions carry a list out.
type Interventions struct {
	Options
	k        *kernel.Kernel
	named    map[trace.Sending][]int // the interventions in a message; never ranged over
	speakers map[protocol.ID]bool    // the senders of named messages; never ranged over
	said     messageid.Sendings      // by them
	messages map[uint64][]int        // the named messages that were sent, by number
	timeouts map[timeout][]int       // the interventions in a time-out; never ranged over
	did      []bool                  // by intervention: it changed something
	holding  []int                   // interventions that hold a link now, in the order in which they began
	hold     kernel.Event
	release  kernel.Event
	place    kernel.Event
}

// New makes the Interventions of a run; nil without any.
func New(k *kernel.Kernel, o Options) *Interventions {
	if len(o.List) == 0 {
		return nil
	}
	v := &Interventions{Options: o, k: k, did: make([]bool, len(o.List)),
		named: map[trace.Sending][]int{}, speakers: map[protocol.ID]bool{}, messages: map[uint64][]int{}}
	v.hold = k.On(func(n uint32) { v.holds(int(n)) })
	v.release = k.On(func(n uint32) { v.releases(int(n)) })
	v.place = k.On(func(n uint32) { v.tell(int(n), trace.Record{Node: v.List[n].Node}) })
	for n := range o.List {
		switch one := &o.List[n]; one.Kind {
		case Spare, Drop, Delay:
			name := one.Message
			name.Nth = max(name.Nth, 1)
			v.named[name] = append(v.named[name], n)
			v.speakers[name.Node] = true
			v.Access.Intervener = v
		case Hasten, Postpone:
			if v.timeouts == nil {
				v.timeouts = map[timeout][]int{}
				k.Retime = v.retime
			}
			at := timeout{k.Slot(one.Message.Node), int64(one.Message.At)}
			v.timeouts[at] = append(v.timeouts[at], n)
		case KeepBattery:
			v.Batteries.Keep(k.Slot(one.Node), func() { v.tell(n, trace.Record{Node: one.Node}) })
		}
	}
	return v
}

// Begin holds the links that are held from the beginning, and plans the rest.
func (v *Interventions) Begin() {
	if v == nil {
		return
	}
	for n := range v.List {
		one := &v.List[n]
		switch {
		case one.Kind == Place:
			v.k.At(int64(one.From), v.place, uint32(n)) // its path has it already; the event only records it
			continue
		case !one.holds():
			continue
		case one.From == 0:
			v.take(n) // the links of time 0 are found next
		default:
			v.k.At(int64(one.From), v.hold, uint32(n))
		}
		if one.Until > 0 {
			v.k.At(int64(one.Until), v.release, uint32(n))
		}
	}
}

// take begins to hold a link.
func (v *Interventions) take(n int) {
	v.holding = append(v.holding, n)
	h := v.of(n)
	v.Reach.Hold(h)
	v.tell(n, trace.Record{Node: v.k.ID(h.A), Peer: v.k.ID(h.B)})
}

// of is the hold of an intervention.
func (v *Interventions) of(n int) reach.Hold {
	i, j := v.List[n].ends(v.k)
	return reach.Hold{A: i, B: j, Up: v.List[n].Kind == HoldUp}
}

// holds holds a link during a run.
func (v *Interventions) holds(n int) {
	v.take(n)
	v.follow(v.List[n].ends(v.k))
}

// releases gives a link to the last other intervention that holds it, or to the medium.
func (v *Interventions) releases(n int) {
	v.holding = slices.DeleteFunc(v.holding, func(m int) bool { return m == n })
	own := v.of(n)
	v.Reach.Release(own.A, own.B)
	for _, m := range v.holding {
		if h := v.of(m); h.A == own.A && h.B == own.B {
			v.Reach.Hold(h)
		}
	}
	v.follow(own.A, own.B)
}

// follow brings the links of two nodes up to date.
func (v *Interventions) follow(i, j kernel.Slot) {
	if v.k.Live(i) {
		v.Links.Refresh(i)
	}
	if v.k.Live(j) {
		v.Links.Refresh(j)
	}
}

// Said takes the number of a message that node i sends now.
func (v *Interventions) Said(i kernel.Slot, number uint64) {
	id := v.k.ID(i)
	if !v.speakers[id] {
		return
	}
	if by := v.named[v.said.Name(id, v.k.Clock())]; by != nil {
		v.messages[number] = by
	}
}

// Names reports whether there is an intervention in a message.
func (v *Interventions) Names(number uint64) bool { return v.messages[number] != nil }

// Outcome returns the outcome of an attempt of a message at node i in place of why, and how
// much later it arrives. Several interventions are applied one after the other.
func (v *Interventions) Outcome(i kernel.Slot, f *access.Frame, why trace.Why) (instead trace.Why, late time.Duration) {
	instead = why
	for _, n := range v.messages[f.Number] {
		one := &v.List[n]
		if !one.names(v.k.ID(i), f.Attempt()) {
			continue
		}
		before, wait := instead, late
		switch {
		case one.Kind == Spare && slices.Contains(byChance, instead):
			instead = trace.NoReason
		case one.Kind == Drop && instead == trace.NoReason:
			instead = trace.WhyLoss
		case one.Kind == Delay && instead == trace.NoReason:
			late += one.By
		}
		if instead != before || late != wait {
			v.tell(n, trace.Record{Node: v.k.ID(i), Peer: f.From, Frame: f.Number})
		}
	}
	return instead, late
}

// byChance are the losses from which a message can be spared: those by the channel and by
// other frames. A message that is out of range, partitioned or jammed cannot be spared.
var byChance = []trace.Why{trace.WhyLoss, trace.WhyCollision, trace.WhyCapture, trace.WhyDeaf}

// LeavesOut reports whether a strike of a fault is left out.
func (v *Interventions) LeavesOut(fault int, strike uint64) bool {
	if v == nil {
		return false
	}
	n := slices.IndexFunc(v.List, func(one Intervention) bool {
		return one.Kind == LeaveOut && (one.Fault == fault || one.Strike == strike)
	})
	if n >= 0 {
		v.tell(n, trace.Record{Frame: strike})
	}
	return n >= 0
}

// tell records that the n-th intervention changed something.
func (v *Interventions) tell(n int, r trace.Record) {
	v.did[n] = true
	if v.k.Wants(trace.Intervened) {
		r.Kind, r.Name, r.Value = trace.Intervened, string(v.List[n].Kind), int64(n)+1
		v.k.Note(r)
	}
}

// Idle are the interventions, by number from 1, that have changed nothing.
func (v *Interventions) Idle() (idle []int) {
	if v == nil {
		return nil
	}
	for n, did := range v.did {
		if !did {
			idle = append(idle, n+1)
		}
	}
	return idle
}

var _ access.Intervener = (*Interventions)(nil)
