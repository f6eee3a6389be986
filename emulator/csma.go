package emulator

import (
	"math/bits"

	"bellwether/emulator/internal/kernel"
	"bellwether/emulator/internal/reach"
	"bellwether/radio"
	"bellwether/trace"
)

// csma is the medium where nodes contend for it and frames collide: IEEE 802.11's
// distributed coordination function by basic access (see radio.CSMA). It stands in
// place of launch and of all that follows; an ideal medium has none.
//
// A frame is three events: its sender's countdown ends, it ends itself, and, if it
// is unicast, so does its acknowledgement. A countdown is kernel.Never counted: it is the
// instant at which it will end, put off whenever the medium becomes busy, and at
// most one event is queued for it, as for a timer.
type csma struct {
	radio.CSMA
	medium   *radio.Interference
	reachM   float64 // of the medium
	stations []station
	flights  []flight
	free     int32 // in flights, index+1
}

// station is a node's share of the medium: 128 bytes, of which a frame that only
// passes touches the first line.
type station struct {
	heard  radio.Strength // of all frames that arrive now
	signal radio.Strength // of the one its receiver follows
	own    radio.Strength // what that adds to heard
	worst  radio.Strength // the most that others added meanwhile
	from   int64          // the medium has been idle for DIFS since then, or will have
	sensed int64          // it became busy then; kernel.Never while it is idle
	frame  int32          // contended for, on the air or not acknowledged, index+1 into the air's pool; 0: none
	follow int32          // flight that its receiver follows, index+1; 0: none
	slots  int32          // of the countdown, from from
	phase  phase
	drawn  bool // a back-off stands, of slots, perhaps 0
	sends  bool // a frame or an acknowledgement: it is deaf

	due    int64 // the countdown ends then, or the frame is ready; kernel.Never while neither is known
	ready  int64 // the frame may not go before
	queued int64 // an event is queued for then; never if none
	late   int64 // the acknowledgement is given up then
	window int32
	_      [28]byte
}

// phase is what a station does about its frame.
type phase uint8

const (
	contending phase = iota // or it has none
	flying                  // it is on the air
	awaiting                // the acknowledgement
)

func (c *csma) init(w *World) {
	c.CSMA = *w.cfg.Access
	medium, err := c.Over(w.cfg.Medium)
	if err != nil {
		panic("emulator: a medium that was not checked: " + err.Error())
	}
	c.medium = medium
	c.reachM = min(c.medium.ReachM(), reach.UnboundedM)
	c.stations = make([]station, w.cfg.Nodes)
	for i := range c.stations {
		c.stations[i] = station{sensed: kernel.Never, due: kernel.Never, queued: kernel.Never, late: kernel.Never, window: int32(c.WindowMin)}
	}
}

// contend gives transmission k, next in the queue of its sender's radio, to the
// medium. The radio is taken until finish.
func (w *World) contend(k int32, o *outbox) {
	t := &w.air.pool[k]
	o.freeAt, o.armed = kernel.Never, true
	s := &w.csma.stations[w.Slot(t.from)]
	s.frame, s.ready = k+1, max(t.start, w.Kernel.Now())
	s.due = s.ready
	if s.drawn && s.sensed == kernel.Never && s.ends(w.csma) <= s.ready {
		s.drawn = false // the back-off after the last frame will be over: this one has its own
	}
	w.arm(s, w.Slot(t.from))
}

// arm queues an event for when a station is due, unless an earlier one is.
func (w *World) arm(s *station, i kernel.Slot) {
	if s.due < s.queued {
		s.queued = s.due
		w.At(s.due, w.on.access, uint32(i))
	}
}

// onAccess looks at the station of node i when it is due.
func (w *World) onAccess(i kernel.Slot) {
	s := &w.csma.stations[i]
	if s.queued != w.Kernel.Now() {
		return // a later one, overtaken
	}
	s.queued = kernel.Never
	if s.due > w.Kernel.Now() {
		if s.due != kernel.Never {
			w.arm(s, i)
		}
		return
	}
	s.due = kernel.Never
	if s.frame == 0 || s.phase != contending {
		return
	}
	w.attempt(i)
}

// attempt sends the frame of node i if its countdown has ended; else it sees to it
// that one runs.
func (w *World) attempt(i kernel.Slot) {
	c := w.csma
	s := &c.stations[i]
	if c.Lifetime > 0 && w.Kernel.Now()-s.ready > int64(c.Lifetime) {
		w.lose(&w.air.pool[s.frame-1], w.ID(i), trace.WhyAccess)
		w.finish(i)
		return
	}
	// What has only just become busy looks idle still: a node whose countdown ends
	// within the propagation delay of another's frame collides with it.
	if s.drawn && w.Kernel.Now() <= s.sensed && s.ends(c) <= w.Kernel.Now() {
		if w.duty == nil || w.dutiful(i) {
			w.transmit(i)
		}
		return
	}
	w.resume(i) // now, or when the medium is idle
}

// dutiful says whether the frame of node i is within the cap now; if not it waits
// until it is, or is lost.
func (w *World) dutiful(i kernel.Slot) bool {
	s := &w.csma.stations[i]
	when, ok := w.admit(&w.air.pool[s.frame-1], w.Kernel.Now())
	switch {
	case !ok:
		w.finish(i)
		return false
	case when > w.Kernel.Now():
		s.ready, s.due, s.drawn = when, when, false
		w.arm(s, i)
		return false
	}
	return true
}

// ends is when the countdown does if the medium stays idle.
func (s *station) ends(c *csma) int64 { return s.from + int64(s.slots)*int64(c.Slot) }

// draw gives node i a back-off, which begins now or when the medium is idle.
func (c *csma) draw(w *World, i kernel.Slot) {
	s := &c.stations[i]
	hi, _ := bits.Mul64(w.nodes[i].medium.Uint64(), uint64(s.window)+1)
	s.slots, s.drawn = int32(hi), true
	s.from = max(s.from, w.Kernel.Now())
}

// busy freezes the countdown of a station at an instant, of which what has ended by
// then is sent all the same.
func (s *station) busy(c *csma, at int64) {
	if s.sensed != kernel.Never {
		return
	}
	s.sensed = at
	if !s.drawn {
		return
	}
	ends := s.ends(c)
	switch {
	case ends <= at:
		s.drawn = s.due == ends // a back-off after a frame, with none to follow yet, is over
		return
	case at > s.from:
		passed := (at - s.from) / int64(c.Slot)
		s.slots -= int32(passed)
		s.from += passed * int64(c.Slot)
	}
	if s.due == ends && s.ready <= at {
		s.due = kernel.Never
	}
}

// idle lets the countdown of node i go on once the medium is idle for DIFS.
func (w *World) idle(i kernel.Slot) {
	if w.hushed(i) {
		w.resume(i)
	}
}

// hushed notes that the medium is idle at node i, if it is, and says whether that has
// a countdown to resume.
func (w *World) hushed(i kernel.Slot) bool {
	c := w.csma
	s := &c.stations[i]
	if s.sensed == kernel.Never || s.sends || c.medium.Busy(s.heard) {
		return false
	}
	s.sensed = kernel.Never
	s.from = w.Kernel.Now() + int64(c.DIFS)
	return s.frame != 0 && s.phase == contending && s.ready <= w.Kernel.Now()
}

// resume lets the countdown of node i run to its end; it has one from here on.
func (w *World) resume(i kernel.Slot) {
	s := &w.csma.stations[i]
	if !s.drawn {
		w.csma.draw(w, i)
	}
	if s.sensed == kernel.Never {
		s.due = s.ends(w.csma)
		w.arm(s, i)
	}
}

// finish is done with the frame of node i, received or not: a back-off follows, and
// the next frame.
func (w *World) finish(i kernel.Slot) {
	c := w.csma
	s, o := &c.stations[i], &w.nodes[i].radio
	w.air.give(s.frame - 1)
	s.frame, s.phase, s.due, s.late = 0, contending, kernel.Never, kernel.Never
	s.window = int32(c.WindowMin)
	c.draw(w, i)
	o.freeAt, o.armed = w.Kernel.Now(), false
	if o.head != 0 {
		w.onRadioFree(i)
	}
}

// halt takes node i, which stops, out of the contention. What it has on the air
// ends by itself.
func (c *csma) halt(w *World, i kernel.Slot) {
	s, o := &c.stations[i], &w.nodes[i].radio
	if s.frame != 0 && s.phase != flying {
		w.air.give(s.frame - 1)
	}
	s.frame, s.phase, s.due, s.late, s.follow, s.drawn = 0, contending, kernel.Never, kernel.Never, 0, false
	s.window = int32(c.WindowMin)
	o.freeAt, o.armed = w.Kernel.Now(), false
}
