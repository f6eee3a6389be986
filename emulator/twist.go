package emulator

import (
	"slices"
	"time"

	"bellwether/emulator/internal/access"
	"bellwether/emulator/internal/draw"
	"bellwether/emulator/internal/kernel"
	"bellwether/protocol"
	"bellwether/radio"
)

// A twist is a duplicate or reorder fault in force. It strikes behind the link
// layer, at the receiver of a frame's last hop: a duplicate is the whole message
// once more, one airtime later; what is held back comes up to Delay late, drawn
// uniformly, and later frames overtake it. Both copies may be held back.
//
// Which frames are struck is a pure function of the seed, the fault, the directed
// link and the millisecond in which the frame began, as with the channel's loss:
// every algorithm meets the same.
type twist struct {
	number int
	fault  int
	chance radio.Bernoulli
	links  map[[2]protocol.ID]bool // lower ID first; nil: all
}

// late is a message on its way from a node's radio to its machine.
type late struct {
	frame       access.Frame
	node        kernel.Slot
	incarnation uint32
	next        int32 // in the free list
}

func (w *World) startTwist(k, number int) {
	f := &w.cfg.Faults[k]
	chance, err := radio.NewBernoulli(draw.Mix(w.cfg.Seed^draw.Mix(uint64(draw.Twists)<<32|uint64(k))), f.Probability, radio.DefaultSlot)
	if err != nil {
		panic("emulator: a fault that was not checked: " + err.Error())
	}
	x := twist{number: number, fault: k, chance: chance}
	if f.Links != nil {
		x.links = map[[2]protocol.ID]bool{}
		for _, l := range f.Links {
			x.links[link(l[0], l[1])] = true
		}
	}
	w.script.twists = append(w.script.twists, x)
	w.access.Intercept = w.twist
}

// link is a pair of nodes whatever its direction.
func link(a, b protocol.ID) [2]protocol.ID { return [2]protocol.ID{min(a, b), max(a, b)} }

func (w *World) endTwist(number int) {
	s := &w.script
	s.twists = slices.DeleteFunc(s.twists, func(t twist) bool { return t.number == number })
	if len(s.twists) == 0 {
		w.access.Intercept = nil
	}
}

// strikes says whether the copy-th copy of t, on its way to a node, is struck.
func (x *twist) strikes(t *access.Frame, to protocol.ID, copy int) bool {
	if x.links != nil && !x.links[link(t.From, to)] {
		return false
	}
	return x.chance.Lost(t.From, to, slotOf(t, copy))
}

// slotOf is the instant that decides over a copy: each has a slot of its own.
func slotOf(t *access.Frame, copy int) protocol.Time {
	return protocol.Time(t.Start + int64(copy)*int64(radio.DefaultSlot))
}

// twist delivers t to node i as often and as late as the script says.
func (w *World) twist(i kernel.Slot, t *access.Frame) {
	copies := 1
	for _, x := range w.script.twists {
		if w.cfg.Faults[x.fault].Kind == FaultDuplicate && x.strikes(t, w.ID(i), 0) {
			copies++
		}
	}
	onTime := false
	for c := range copies {
		wait := time.Duration(c) * w.access.Airtime(t.Bytes)
		for _, x := range w.script.twists {
			f := &w.cfg.Faults[x.fault]
			if f.Kind == FaultReorder && x.strikes(t, w.ID(i), c) {
				pair := uint64(t.From)<<32 | uint64(w.ID(i))
				g := draw.Stream(w.cfg.Seed, draw.Twists, draw.Mix(pair)^draw.Mix(uint64(slotOf(t, c)/protocol.Time(radio.DefaultSlot))))
				wait += 1 + time.Duration(draw.Within(&g, f.Delay-1))
			}
		}
		if c == 0 && wait == 0 {
			onTime = true // heard last, so that this handler cannot come between
			continue
		}
		w.keep(late{frame: *t, node: i, incarnation: w.Incarnation(i)}, wait)
	}
	if onTime {
		w.access.Give(i, t)
	}
}

func (w *World) keep(l late, wait time.Duration) {
	s := &w.script
	var k int32
	if s.spare != 0 {
		k = s.spare - 1
		s.spare = s.late[k].next
		s.late[k] = l
	} else {
		k = int32(len(s.late))
		s.late = append(s.late, l)
	}
	w.At(w.After(wait), w.on.late, uint32(k))
}

// onLate delivers what was held back, if its receiver still runs.
func (w *World) onLate(k int32) {
	s := &w.script
	l := s.late[k]
	s.late[k] = late{next: s.spare}
	s.spare = k + 1
	if w.Live(l.node) && w.Incarnation(l.node) == l.incarnation {
		w.access.Give(l.node, &l.frame)
	}
}
