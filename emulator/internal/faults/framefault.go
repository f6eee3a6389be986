package faults

import (
	"slices"
	"time"

	"bellwether/emulator/internal/access"
	"bellwether/emulator/internal/draw"
	"bellwether/emulator/internal/kernel"
	"bellwether/internal/contract/chance"
	"bellwether/protocol"
	"bellwether/radio"
)

// frameFaults are the duplicate and reorder faults in force. They act after the link
// layer, at the receiver of a frame's last hop. A duplicate is the whole message a second
// time, one airtime later. A frame that is held back arrives up to Delay late, drawn
// uniformly, and later frames overtake it. Both copies may be held back.
//
// Whether a frame is struck is a pure function of the seed, the fault, the directed link
// and the millisecond in which the frame began, as with the channel's loss: it is the
// same for every algorithm.
type frameFaults struct {
	*Faults
	active []frameFault
}

type frameFault struct {
	strike
	chance chance.Bernoulli
	links  map[[2]protocol.ID]bool // lower ID first; nil: all
}

// newFrameFault makes what duplicate and reorder share.
func newFrameFault(f *Faults) strikes {
	if f.frames == nil {
		f.frames = &frameFaults{Faults: f}
	}
	return f.frames
}

func checkFrameFault(f *Fault, check checker) {
	check(f.Probability >= 0 && f.Probability <= 1, "%s at %v: no probability: %v", f.Kind, f.At, f.Probability)
}

func checkReorder(f *Fault, check checker) {
	checkFrameFault(f, check)
	check(f.Delay > 0, "reorder at %v holds back no frame", f.At)
}

func (t *frameFaults) strike(s *strike) bool {
	t.books.began(s)
	chance, err := chance.NewBernoulli(draw.Mix(t.Seed^draw.Mix(uint64(draw.FrameFaults)<<32|uint64(s.index))), s.Probability, radio.DefaultSlot)
	if err != nil {
		panic("faults: one that was not checked: " + err.Error())
	}
	x := frameFault{strike: *s, chance: chance}
	if s.Links != nil {
		x.links = map[[2]protocol.ID]bool{}
		for _, l := range s.Links {
			x.links[link(l[0], l[1])] = true
		}
	}
	t.active = append(t.active, x)
	t.Access.Intercept = t.intercept
	return true
}

func (t *frameFaults) end(s *strike) {
	t.books.endedOne(s)
	t.active = slices.DeleteFunc(t.active, func(x frameFault) bool { return x.number == s.number })
	if len(t.active) == 0 {
		t.Access.Intercept = nil
	}
}

// link is a pair of nodes whatever its direction.
func link(a, b protocol.ID) [2]protocol.ID { return [2]protocol.ID{min(a, b), max(a, b)} }

// hits reports whether the copy-th copy of a message, on its way to a node, is struck.
func (x *frameFault) hits(d *access.Frame, to protocol.ID, copy int) bool {
	if x.links != nil && !x.links[link(d.From, to)] {
		return false
	}
	return x.chance.Lost(d.From, to, slotOf(d, copy))
}

// slotOf is the instant that decides about a copy: each copy has a slot of its own.
func slotOf(d *access.Frame, copy int) protocol.Time {
	return protocol.Time(d.Start + int64(copy)*int64(radio.DefaultSlot))
}

// intercept delivers a message to node i as often and as late as the frame faults say.
func (t *frameFaults) intercept(i kernel.Slot, d *access.Frame) {
	to := t.k.ID(i)
	copies := 1
	for n := range t.active {
		if x := &t.active[n]; x.Kind == Duplicate && x.hits(d, to, 0) {
			copies++
		}
	}
	onTime := false
	for c := range copies {
		wait := time.Duration(c)*t.Access.Airtime(d.Bytes) + t.heldBack(d, to, c)
		if c == 0 && wait == 0 {
			onTime = true // delivered last, so that its handler does not run in between
			continue
		}
		t.Access.GiveLater(i, d, wait)
	}
	if onTime {
		t.Access.Give(i, d)
	}
}

// heldBack is the time that a copy of a message waits.
func (t *frameFaults) heldBack(d *access.Frame, to protocol.ID, copy int) (wait time.Duration) {
	for n := range t.active {
		if x := &t.active[n]; x.Kind == Reorder && x.hits(d, to, copy) {
			pair := uint64(d.From)<<32 | uint64(to)
			g := draw.Stream(t.Seed, draw.FrameFaults, draw.Mix(pair)^draw.Mix(uint64(slotOf(d, copy)/protocol.Time(radio.DefaultSlot))))
			wait += 1 + time.Duration(draw.Within(g.Uint64(), int64(x.Delay-1)))
		}
	}
	return wait
}
