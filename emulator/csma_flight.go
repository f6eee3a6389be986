package emulator

import (
	"slices"

	"bellwether/emulator/internal/kernel"
	"bellwether/emulator/internal/reach"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// flight is a frame on the air, and who hears of it: those within the medium's
// reach when it began.
type flight struct {
	listeners []listener // in no order: what they do that others could tell is done in that of IDs
	frame     int32      // of an acknowledgement, 0; else the transmission, index+1 into the air's pool
	next      int32      // in the free list, index+1
	sender    int32
	bytes     int32 // of the whole frame
	start     int64
	ack       receipt
	voice     reach.Ear // who may hear it
}

// receipt is what an acknowledgement is for.
type receipt struct {
	number      uint64 // of the message
	to          int32  // who sent it
	incarnation uint32 // of the node that acknowledges
	attempt     uint8
	class       protocol.Class
}

// listener is one node that a frame arrives at.
type listener struct {
	radio.Arrival
	node  int32
	why   trace.Why // it cannot receive the frame; NoReason: it follows it, or none is to be heard
	began bool      // it began to receive it
}

func (c *csma) take() int32 {
	if c.free != 0 {
		f := c.free - 1
		l := &c.flights[f]
		c.free, l.listeners = l.next, l.listeners[:0]
		return f
	}
	c.flights = append(c.flights, flight{})
	return int32(len(c.flights) - 1)
}

func (c *csma) give(f int32) {
	c.flights[f].next = c.free
	c.free = f + 1
}

// transmit puts the frame of node i on the air.
func (w *World) transmit(i kernel.Slot) {
	c := w.csma
	s := &c.stations[i]
	t := &w.air.pool[s.frame-1]
	t.start = w.Kernel.Now()
	s.phase, s.drawn, s.due = flying, false, kernel.Never
	f := c.take()
	l := &c.flights[f]
	l.frame, l.bytes = s.frame, t.Bytes+int32(w.cfg.Link.HeaderBytes)
	w.takeOff(f, i)
}

// takeOff begins flight f of node i: all within reach hear of it at once, and their
// carrier sense a propagation delay later.
func (w *World) takeOff(f int32, i kernel.Slot) {
	c := w.csma
	l, s := &c.flights[f], &c.stations[i]
	l.sender, l.start, l.voice = i, w.Kernel.Now(), w.reach.Voice(i)
	s.sends = true
	s.busy(c, w.Kernel.Now())
	if s.follow != 0 {
		c.forsake(i, trace.WhyDeaf)
	}
	if l.voice != reach.Shut {
		w.spread(f)
	}
	air := w.cfg.Link.Airtime(int(l.bytes))
	w.logAir(i, w.Kernel.Now(), air)
	w.At(w.Kernel.Now()+int64(air)+w.delay, w.on.land, uint32(f))
}

// spread lets flight f arrive wherever it counts.
func (w *World) spread(f int32) {
	c := w.csma
	l := &c.flights[f]
	i := l.sender
	near := w.reach.Within(i, c.reachM)
	h := w.reach.Hop(i, i, w.Kernel.Now())
	var e radio.Emission
	if !c.medium.ByDistance() {
		e = c.medium.Emit(radio.Leaving{From: h.From, FromM: h.FromM, At: h.At, Bytes: int(l.bytes)})
	}
	for _, j := range near {
		if j == i || !w.reach.Together(l.voice, j) {
			continue
		}
		var a radio.Arrival
		h.ToM[0], h.ToM[1] = w.field.Motion(j).At(w.Kernel.Now())
		if c.medium.ByDistance() {
			a = c.medium.ArriveWithin(radio.DistanceSquared(h.FromM, h.ToM))
		} else {
			a = c.medium.ArriveOf(&e, w.ID(j), h.ToM)
		}
		if a.Mean == 0 {
			continue
		}
		l.listeners = append(l.listeners, listener{Arrival: a, node: j})
		w.arrive(f, &l.listeners[len(l.listeners)-1])
	}
}

// arrive lets a flight begin at a listener: it follows the frame if its receiver is
// free, or if this one is strong enough to be received all the same.
func (w *World) arrive(f int32, l *listener) {
	c := w.csma
	j := l.node
	s := &c.stations[j]
	others := s.heard
	s.heard += l.Mean
	if s.follow != 0 {
		s.worst = max(s.worst, s.heard-s.own)
	}
	if l.Reception != radio.Beyond && w.reach.Ear(j) != reach.Shut {
		switch {
		case s.sends:
			l.why = trace.WhyDeaf
		case !c.medium.Captures(l.Signal, others):
			l.why = trace.WhyCollision
			if s.follow != 0 && c.medium.Captures(s.signal, s.worst) {
				l.why = trace.WhyCapture
			}
		default:
			if s.follow != 0 {
				c.forsake(j, trace.WhyCapture)
			}
			s.follow, s.signal, s.own, s.worst = f+1, l.Signal, l.Mean, others
			l.began = true
		}
	}
	if c.medium.Busy(s.heard) {
		s.busy(c, w.Kernel.Now()+w.delay)
	}
}

// forsake lets node j's receiver leave the frame that it follows.
func (c *csma) forsake(j kernel.Slot, why trace.Why) {
	s := &c.stations[j]
	l := c.flights[s.follow-1].at(j)
	l.why = why
	s.follow = 0
}

// at is the listener at node j, nil if the flight does not reach it.
func (l *flight) at(j kernel.Slot) *listener {
	for k := range l.listeners {
		if l.listeners[k].node == j {
			return &l.listeners[k]
		}
	}
	return nil
}

// leave ends flight f wherever it arrived, and finds who has received it: whose why
// is NoReason then. Countdowns go on in the order of IDs, in which those that end at one
// instant then take their turns.
func (w *World) leave(f int32) {
	c := w.csma
	hushed := w.ranks[:0]
	fl := &c.flights[f]
	for k := range fl.listeners {
		l := &fl.listeners[k]
		s := &c.stations[l.node]
		s.heard -= l.Mean
		if l.Reception != radio.Beyond && l.why == trace.NoReason {
			switch {
			case s.follow != f+1: // it stopped, or began only now
				l.why = trace.WhyDown
			case l.Reception == radio.Spoilt:
				l.why = trace.WhyLoss
			case s.worst > 0 && !w.decodes(fl, l, s.worst):
				l.why = trace.WhyCollision
			}
		}
		if s.follow == f+1 {
			s.follow = 0
		}
		if s.sensed != kernel.Never && w.hushed(l.node) {
			hushed = append(hushed, l.node)
		}
	}
	w.ranks = hushed
	slices.Sort(hushed)
	for _, j := range hushed {
		w.resume(j)
	}
	c.stations[fl.sender].sends = false
	w.idle(fl.sender)
}

func (w *World) decodes(f *flight, l *listener, worst radio.Strength) bool {
	h := w.reach.Hop(f.sender, l.node, f.start)
	return w.csma.medium.Decodes(&h, l.Arrival, radio.Amid{Others: worst, Bytes: int(f.bytes)})
}
