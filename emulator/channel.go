package emulator

import (
	"slices"
	"time"

	"github.com/paulmach/orb"

	"bellwether/emulator/internal/kernel"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// unboundedM stands for the reach of a channel that goes by no distance: the
// index is then not asked.
const unboundedM = 1e6

// Links over a channel have no equation to solve for when they change: they are
// looked at again and again, at the latest when the fastest node may have moved a
// twenty-fifth of the reach, within these bounds. A second is that between two
// samples of component truth.
const (
	surveyAtMost  = time.Second
	surveyAtLeast = 50 * time.Millisecond
)

// hop is the way from node i to node j of a frame that began at an instant and
// ends now.
func (w *World) hop(i, j kernel.Slot, began int64) radio.Hop {
	f := &w.field
	ix, iy := f.motions[i].at(w.Kernel.Now())
	jx, jy := f.motions[j].at(w.Kernel.Now())
	return radio.Hop{From: w.ID(i), To: w.ID(j), FromM: orb.Point{ix, iy}, ToM: orb.Point{jx, jy}, At: protocol.Time(began)}
}

// whereabouts is where node i is now.
func (w *World) whereabouts(i kernel.Slot) orb.Point {
	x, y := w.field.motions[i].at(w.Kernel.Now())
	return orb.Point{x, y}
}

// candidates are the nodes that a frame of node i might reach, in no order, i
// perhaps among them; good until the next query of the index.
func (w *World) candidates(i kernel.Slot) []int32 { return w.nearby(i, w.field.rangeM) }

// nearby are the nodes that may be within a reach of node i, or, where distance does
// not decide, all whom it might reach.
func (w *World) nearby(i kernel.Slot, reachM float64) []int32 {
	f := &w.field
	if peers, fixed := f.peers(w.ID(i)); fixed {
		f.near = f.near[:0]
		for _, peer := range peers {
			if int(peer) <= len(w.nodes) {
				f.near = append(f.near, w.Slot(peer))
			}
		}
	} else {
		slack := w.snapshot()
		x, y := f.motions[i].at(w.Kernel.Now())
		reachM += slack + rounding
		f.near = f.index.Near(orb.Point{x, y}, reachM, f.near[:0])
		w.amend(orb.Point{x, y}, reachM*reachM)
	}
	w.looked += uint64(len(f.near))
	return f.near
}

// peers are those whom node i might reach wherever they are, if distance does not
// decide.
func (f *field) peers(node protocol.ID) ([]protocol.ID, bool) {
	if f.channel == nil {
		return nil, false
	}
	return f.channel.Peers(node)
}

// arriveOverChannel is arriveEverywhere where power decides and not the range:
// every node that might hear is asked.
func (w *World) arriveOverChannel(k int32) {
	t := w.air.pool[k] // a copy: handlers grow the pool
	w.air.give(k)
	f := &w.field
	from := w.Slot(t.from)
	mine := w.voice(from)
	bytes := int(t.Bytes) + w.cfg.Link.HeaderBytes
	// Twice the index, plus one if the frame is spoilt: so that they sort together.
	found := f.found[:0]
	e := f.channel.Emit(radio.Leaving{From: t.from, FromM: w.whereabouts(from), At: protocol.Time(t.start), Bytes: bytes})
	for _, j := range w.candidates(from) {
		if j == from || f.ears[j] != mine {
			continue
		}
		switch e.Receive(w.ID(j), w.whereabouts(j)) {
		case radio.Heard:
			found = append(found, 2*j)
		case radio.Spoilt:
			found = append(found, 2*j+1)
		}
	}
	f.found = found
	f.near = order(found, f.near[:0])
	spared := w.spared[:0]
	for _, twice := range f.near {
		spared = append(spared, twice>>1)
	}
	w.batteries.Received(t.Class, w.airtime(t.Bytes), spared...)
	spared = spared[:0]
	for _, twice := range f.near {
		j := twice >> 1
		if twice&1 == 0 && !w.lost(t.from, w.ID(j), t.start) {
			spared = append(spared, j)
			continue
		}
		w.lose(&t, w.ID(j), trace.WhyLoss)
	}
	w.spared = spared
	for _, j := range spared {
		w.deliver(j, &t)
	}
}

// fateOverChannel is fate where power decides.
func (w *World) fateOverChannel(t *transmission) trace.Why {
	from, to := w.Slot(t.from), w.Slot(t.to)
	a, b := w.voice(from), w.voice(to)
	switch {
	case a == shut || b == shut:
		return trace.WhyDown
	case a != b:
		return trace.WhyPartition
	}
	got := w.field.channel.Receive(w.hop(from, to, t.start), int(t.Bytes)+w.cfg.Link.HeaderBytes)
	switch {
	case got == radio.Beyond:
		return trace.WhyRange
	case w.field.ears[to] == jammed:
		return trace.WhyJam
	case got == radio.Spoilt || w.lost(t.from, t.to, t.start):
		return trace.WhyLoss
	}
	return trace.NoReason
}

// appendLinked appends the IDs of the nodes that node i has a link with, both
// ways, fades left out; sorted.
func (w *World) appendLinked(out []protocol.ID, i kernel.Slot) []protocol.ID {
	begin := len(out)
	for _, j := range w.candidates(i) {
		if j != i && !w.apart(i, j) && w.field.channel.Linked(w.hop(i, j, w.Kernel.Now())) {
			out = append(out, w.ID(j))
		}
	}
	slices.Sort(out[begin:])
	return out
}

// survey brings all links up to date, and does so again.
func (w *World) survey() {
	f := &w.field
	if f.speed > 0 || f.channel.Changes() {
		in := max(surveyAtLeast, min(surveyAtMost, time.Duration(f.goodFor)))
		w.At(w.Kernel.Now()+int64(in), w.on.epoch, 0)
	}
	for _, i := range w.ByID {
		if w.Present(i) {
			w.links.refresh(w, i)
		}
	}
}

// findOverChannel joins nodes that have a link now.
func (t *truth) findOverChannel(w *World) {
	for _, i := range w.ByID {
		if w.field.ears[i] < 0 {
			continue
		}
		for _, j := range w.candidates(i) {
			if j > i && t.root[i] != t.root[j] && !w.apart(i, j) && w.field.channel.Linked(w.hop(i, j, w.Kernel.Now())) {
				t.join(i, j)
			}
		}
	}
}
