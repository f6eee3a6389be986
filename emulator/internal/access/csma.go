package access

import (
	"fmt"

	"bellwether/emulator/internal/draw"
	"bellwether/emulator/internal/kernel"
	"bellwether/emulator/internal/reach"
	"bellwether/internal/sim/phy"
	"bellwether/radio"
	"bellwether/trace"
)

// csma is a medium on which nodes contend and frames collide: IEEE 802.11's distributed
// coordination function by basic access (see radio.CSMA), unless unslotted says how nodes wait.
//
// A frame is three events: the end of its sender's countdown, its own end, and, for a
// unicast, the end of its acknowledgement. A countdown has no event per slot: it is the
// instant at which it will end, which moves whenever the medium becomes busy. At most one
// event is queued for it, as for a timer.
//
// It is one type because a station is one machine: the end of any frame changes, for all
// nodes that watch the medium, their countdown, the frame that they follow and their reservation, which read
// one another. What has a state of its own is a type: interference (phy), rates, chunks, flights.
type csma struct {
	*Layer
	numbers  radio.CSMA
	air      *phy.Interference
	reachM   float64 // of a frame
	heardM   float64 // up to which it may be received
	stations []station
	turns    []turn
	flights  kernel.Pool[flight]
	aloft    aloft

	few      *few   // nil: there are more nodes, or their medium is another
	dues     *dues  // nil: there are more nodes
	watchers nearby // the nodes that watch the medium, by where they were
	watchful bool   // all nodes watch, at all times
	costly   bool   // what a frame is at each node is computed as it begins
	lazy     bool   // over a disk, strengths are computed when frames overlap
	each     bool   // each frame that counts makes the medium busy by itself
	swept    int64  // the places of watchers are of then, or newer
	turned   bool   // one of them may have jumped since

	dcf     bool          // there is more than basic access: held is used
	held    []reservation // by node, apart from its turn, which is read far more often
	virtual []virtual     // nil: neither NAV nor EIFS
	chunks  []chunk       // nil: the greatest interference decides
	rates   *rates        // nil: all frames go at the link's rate

	unslotted *unslotted // nil: nodes wait as in 802.11

	due, land, ack, late, granted, over kernel.Event

	// Buffers of spread and of landing.
	near     []kernel.Slot
	listed   []thing
	around   []int32
	overlaps []int32
	arrivals []phy.Arrival
	waiting  []kernel.Slot
	places   []int32 // by node
	found    []kernel.Slot
}

// station is the state of a node that frames in its reach change while it watches the medium:
// half a cache line. Of a node that does not watch, heard, from and sensed are of earlier.
type station struct {
	heard  phy.Strength // of all frames that arrive now; with csma.each their number
	from   int64        // the medium has been idle for DIFS since then, or will have
	sensed int64        // it became busy then; kernel.Never while it is idle
	follow int32        // flight that its receiver follows, index+1; 0: none
	phase  phase
	drawn  bool // a back-off of turn.slots, perhaps 0, is in force
	sends  bool // it sends a frame or an acknowledgement and hears nothing
	// watches says that the node is told of frames. It is if drawn or sends.
	watches bool
}

// turn is a node's state in the contention: what matters while it has a frame.
type turn struct {
	due    int64  // when the countdown ends or the frame is ready; kernel.Never while both are unknown
	ready  int64  // the frame may not go before
	queued int64  // time of the queued event; kernel.Never if none
	late   int64  // when the acknowledgement is given up
	frame  int32  // number in the pool; undefined without a frame
	unsent uint32 // frames given up since the last that was on the air
	slots  int16  // of the countdown, from station.from
	window int16
}

// phase is what a station does with its frame.
type phase uint8

const (
	silent     phase = iota // it has none
	contending              // for the medium, or until it may
	flying                  // it is on the air
	awaiting                // the acknowledgement
)

func newCSMA(l *Layer) (scheme, error) {
	if l.CSMA == nil {
		return nil, nil
	}
	medium, err := phy.Over(*l.CSMA, l.Reach.Medium)
	if err != nil {
		return nil, fmt.Errorf("access: %w", err)
	}
	c := &csma{Layer: l, numbers: numbersOf(*l.CSMA), unslotted: newUnslotted(l), air: medium, reachM: min(medium.ReachM(), reach.UnboundedM), heardM: min(medium.HeardM(), reach.UnboundedM),
		stations: make([]station, l.Nodes), turns: make([]turn, l.Nodes)}
	for i := range c.stations {
		c.stations[i] = station{sensed: kernel.Never}
		c.turns[i] = turn{due: kernel.Never, queued: kernel.Never, late: kernel.Never, window: int16(c.numbers.WindowMin)}
	}
	if c.due = l.On(func(a uint32) { c.onDue(kernel.Slot(a)) }); l.Nodes <= fewest {
		c.dues = new(dues)
		c.due = l.On(func(a uint32) { c.onFirst(kernel.Slot(a)) })
	}
	c.land = l.On(func(a uint32) { c.onLand(int32(a)) })
	c.ack = l.On(func(a uint32) { c.onAck(int32(a)) })
	c.late = l.On(func(a uint32) { c.onLate(kernel.Slot(a)) })
	c.extend()
	c.list()
	return c, nil
}

// launch lets frame k contend for the medium. The radio is occupied until finish.
func (c *csma) launch(k int32) {
	f := c.pool.at(k)
	i := c.Slot(f.From)
	q := &c.queues[i]
	q.freeAt, q.armed = kernel.Never, true
	s, t := &c.stations[i], &c.turns[i]
	t.frame, s.phase, t.ready = k, contending, max(f.Start, c.Now())
	t.due = t.ready
	if c.dcf {
		c.held[i].fresh = true
	}
	if s.drawn && s.sensed == kernel.Never && c.ends(i) <= t.ready {
		s.drawn = false // the back-off after the last frame ends before this one is ready, which draws its own
	}
	c.arm(i)
}

// arm queues an event for when node i is due, unless an earlier one is.
func (c *csma) arm(i kernel.Slot) {
	if c.dues != nil {
		c.expect(i)
		return
	}
	if t := &c.turns[i]; t.due < t.queued {
		t.queued = t.due
		c.At(t.due, c.due, uint32(i))
	}
}

// onDue handles node i when it is due.
func (c *csma) onDue(i kernel.Slot) {
	t := &c.turns[i]
	if t.queued != c.Now() {
		return // a later one, overtaken
	}
	c.isDue(i)
}

// isDue handles the queued event of node i.
func (c *csma) isDue(i kernel.Slot) {
	t := &c.turns[i]
	t.queued = kernel.Never
	if t.due > c.Now() {
		if t.due != kernel.Never {
			c.arm(i)
		}
		return
	}
	t.due = kernel.Never
	switch {
	case c.stations[i].phase != contending:
	case c.unslotted != nil:
		c.step(i)
	default:
		c.attempt(i)
	}
}

// attempt sends the frame of node i if its countdown has ended; else it starts a
// countdown.
func (c *csma) attempt(i kernel.Slot) {
	s, t := &c.stations[i], &c.turns[i]
	if c.numbers.Lifetime > 0 && c.Now()-t.ready > int64(c.numbers.Lifetime) {
		c.lose(c.pool.at(t.frame), i, trace.WhyAccess)
		t.unsent++
		c.finish(i)
		return
	}
	// A medium that has just become busy still seems idle: a node whose countdown ends
	// within the propagation delay of another's frame collides with it.
	if s.drawn && c.Now() <= s.sensed && c.ends(i) <= c.Now() {
		if !c.Duty.Capped() || c.fits(i) {
			c.transmit(i)
		}
		return
	}
	c.resume(i) // now, or when the medium is idle
}

// fits reports whether the duty cycle allows the frame of node i now; if not, the frame
// waits, or is lost.
func (c *csma) fits(i kernel.Slot) bool {
	s, t := &c.stations[i], &c.turns[i]
	when, ok := c.admit(t.frame, c.Now(), c.airOf(i, c.pool.at(t.frame)))
	switch {
	case !ok:
		t.unsent++
		c.finish(i)
		return false
	case when > c.Now():
		t.ready, t.due, s.drawn = when, when, false
		c.arm(i)
		return false
	}
	return true
}

// airOf is what node i puts on the air for one try of a frame: the frame at its rate, and an RTS
// before it.
func (c *csma) airOf(i kernel.Slot, f *Frame) (air exchange) {
	rate := uint8(0)
	if c.rates != nil {
		rate = c.rates.of(i, f)
	}
	air.frame = c.lastsAt(rate, int(f.Bytes)+c.Link.HeaderBytes)
	if c.reserves(f) {
		air.before = c.lasts(radio.RTSBytes)
	}
	return air
}

// ends is when the countdown of node i does if the medium stays idle.
func (c *csma) ends(i kernel.Slot) int64 {
	return c.stations[i].from + int64(c.turns[i].slots)*int64(c.numbers.Slot)
}

// reason is what a node draws a back-off for. At one instant after one boot it draws at most
// one for each reason, unless it gives up frames before they are sent; those are counted.
type reason uint32

const (
	before reason = iota // a frame
	after
	again // it was not acknowledged
	reasons
)

// draw gives node i a back-off, which begins now or when the medium is idle.
func (c *csma) draw(i kernel.Slot, why reason) {
	c.watch(i)
	s, t := &c.stations[i], &c.turns[i]
	t.slots, s.drawn = int16(draw.Within(c.Backoffs.At(uint32(c.ID(i)), c.Now(), t.unsent*uint32(reasons)+uint32(why)), int64(t.window))), true
	s.from = max(s.from, c.Now())
}

// busy notes that node i senses a busy medium from an instant on, and freezes its
// countdown. A countdown that has ended by then still sends.
func (c *csma) busy(i kernel.Slot, at int64) {
	s := &c.stations[i]
	if s.sensed != kernel.Never {
		return
	}
	s.sensed = at
	if s.drawn {
		c.freeze(i, at)
	}
}

func (c *csma) freeze(i kernel.Slot, at int64) {
	s, t := &c.stations[i], &c.turns[i]
	ends := c.ends(i)
	switch {
	case c.dcf && c.held[i].straight && ends > at: // it is no longer idle for DIFS: the frame draws a back-off
		c.held[i].straight, s.drawn = false, false
	case ends <= at:
		s.drawn = t.due == ends // a back-off after a frame, with none to follow yet, is over
		return
	case at > s.from:
		passed := (at - s.from) / int64(c.numbers.Slot)
		t.slots -= int16(passed)
		s.from += passed * int64(c.numbers.Slot)
	}
	if t.due == ends && t.ready <= at {
		t.due = kernel.Never
		if c.dues != nil {
			c.dues.waiting &^= 1 << i
		}
	}
}

// busyAmid reports whether a station that hears so much finds the medium busy.
func (c *csma) busyAmid(heard phy.Strength) bool {
	if c.each {
		return heard > 0
	}
	return c.air.Busy(heard)
}

// senses reports whether a station finds the medium busy: by what it hears, and, where a
// curve decides and not a threshold, by the frame that it follows, however weak. 802.15.4 goes by
// power alone.
func (c *csma) senses(i kernel.Slot) bool {
	if c.few != nil {
		return c.few.air&c.bit(i) != 0
	}
	s := &c.stations[i]
	return c.busyAmid(s.heard) || c.chunks != nil && s.follow != 0 && c.unslotted == nil
}

// becomesIdle checks a station that sensed the medium busy. If the medium is idle there now,
// it notes that and reports whether the station contends; otherwise it returns false.
func (c *csma) becomesIdle(i kernel.Slot) bool {
	s := &c.stations[i]
	if s.sends || c.senses(i) {
		return false
	}
	s.sensed = kernel.Never
	s.from = c.Now() + int64(c.numbers.DIFS)
	return s.phase == contending
}

// resume lets the countdown of node i run to its end.
func (c *csma) resume(i kernel.Slot) {
	if c.unslotted != nil {
		return // it runs whatever the medium does
	}
	s := &c.stations[i]
	if !s.drawn && !(c.dcf && c.straight(i)) {
		c.draw(i, before)
	}
	if c.dcf {
		c.held[i].fresh = false
	}
	if s.sensed == kernel.Never {
		c.turns[i].due = c.ends(i)
		c.arm(i)
	}
}

// finish ends the work on the frame of node i, received or not: a back-off follows, and
// then the next frame.
func (c *csma) finish(i kernel.Slot) {
	c.pool.give(c.turns[i].frame)
	c.idle(i)
	if c.unslotted != nil {
		c.rest(i)
		return
	}
	if c.numbers.DCF.Idle != radio.IdleWait {
		c.draw(i, after)
	}
	q := &c.queues[i]
	if q.head != 0 {
		c.onFree(i)
	}
}

// idle leaves node i without a frame, its radio free.
func (c *csma) idle(i kernel.Slot) {
	t, q := &c.turns[i], &c.queues[i]
	c.stations[i].phase = silent
	t.due, t.late, t.window = kernel.Never, kernel.Never, int16(c.numbers.WindowMin)
	if c.dcf {
		c.held[i] = reservation{granted: kernel.Never}
	}
	q.freeAt, q.armed = c.Now(), false
}

// halt removes node i, which stops, from the contention. Its frame on the air ends by
// itself.
func (c *csma) halt(i kernel.Slot) {
	s := &c.stations[i]
	if s.phase == contending || s.phase == awaiting {
		c.pool.give(c.turns[i].frame)
	}
	c.idle(i)
	s.follow, s.drawn = 0, false
	if c.unslotted != nil {
		c.reset(i)
	}
	if c.virtual != nil {
		c.virtual[i] = virtual{}
	}
	if c.rates != nil {
		c.rates.known[i] = nil
	}
}
