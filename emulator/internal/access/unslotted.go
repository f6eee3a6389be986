package access

import (
	"bellwether/emulator/internal/draw"
	"bellwether/emulator/internal/kernel"
	"bellwether/radio"
	"bellwether/trace"
)

// unslotted is how nodes wait by the CSMA-CA of IEEE 802.15.4 (see radio.Unslotted), in place of
// the countdown of 802.11. How frames live on the air, and acknowledgements, are csma's.
//
// A node does not listen during its back-off, so nothing that happens on the air changes its
// next event: frames find it only as receivers. It looks at the list of frames on the air at
// the end of its assessment, and from then on it is deaf, until its own frame has ended. A
// frame is two events more than in 802.11: each end of an assessment, and of the turnaround.
type unslotted struct {
	radio.Unslotted
	waits []wait
}

// wait is where a node is on its way to the medium.
type wait struct {
	answers   int64 // it begins to acknowledge a frame then, or did
	space     int64 // for which it rests after the frame that it sends
	stage     stage
	exponent  uint8 // BE
	attempted uint8 // NB: assessments that found the channel busy
}

// stage is what a node that contends waits for.
type stage uint8

const (
	fresh    stage = iota // the frame may go; no back-off is drawn
	counting              // the end of the assessment after its back-off
	turning               // the radio to send
)

func newUnslotted(l *Layer) *unslotted {
	u := l.CSMA.Unslotted
	if u == (radio.Unslotted{}) {
		return nil
	}
	waits := make([]wait, l.Nodes)
	for i := range waits {
		waits[i].answers = -1
	}
	return &unslotted{Unslotted: u, waits: waits}
}

// numbersOf are the numbers by which frames live on the air. In the words of 802.11, a
// turnaround is the time before an acknowledgement, an assessment the idle time before a
// frame, and macAckWaitDuration ends a back-off period after the acknowledgement should have.
func numbersOf(c radio.CSMA) radio.CSMA {
	if c.Unslotted != (radio.Unslotted{}) {
		c.Slot, c.SIFS, c.DIFS = c.Unslotted.Period, c.Unslotted.Turnaround, c.Unslotted.Assessment
		c.WindowMin, c.WindowMax, c.Lifetime = 0, 0, 0
	}
	return c
}

// step handles node i when what it waits for has come.
func (c *csma) step(i kernel.Slot) {
	switch w := &c.unslotted.waits[i]; w.stage {
	case fresh:
		c.begin(i, before)
	case counting:
		c.assess(i)
	case turning:
		w.stage = fresh
		w.space = c.unslotted.spaceOf(int(c.pool.at(c.turns[i].frame).Bytes) + c.Link.HeaderBytes)
		c.emit(i)
	}
}

// begin lets node i begin the algorithm for its frame.
func (c *csma) begin(i kernel.Slot, why reason) {
	w := &c.unslotted.waits[i]
	w.exponent, w.attempted, w.space = uint8(c.unslotted.MinBE), 0, 0
	c.backOff(i, why)
}

// backOff draws a back-off for node i, which begins now, and an assessment ends it.
func (c *csma) backOff(i kernel.Slot, why reason) {
	w, t := &c.unslotted.waits[i], &c.turns[i]
	drawn := c.Backoffs.At(uint32(c.ID(i)), c.Now(), t.unsent*uint32(reasons)+uint32(why))
	w.stage = counting
	t.due = c.Now() + draw.Within(drawn, 1<<w.exponent-1)*int64(c.unslotted.Period) + int64(c.unslotted.Assessment)
	c.arm(i)
}

// assess ends the assessment of node i: it turns to send, draws again, or gives its frame up.
func (c *csma) assess(i kernel.Slot) {
	w, t := &c.unslotted.waits[i], &c.turns[i]
	switch {
	case c.clearFor(i):
		w.stage = fresh
		if !c.Duty.Capped() || c.fits(i) {
			c.turn(i)
		}
	case int(w.attempted) >= c.unslotted.MaxBackoffs:
		w.stage = fresh
		if f := c.pool.at(t.frame); !f.delivered {
			c.lose(f, i, trace.WhyAccess)
		}
		t.unsent++
		c.finish(i)
	default:
		w.attempted++
		w.exponent = min(w.exponent+1, uint8(c.unslotted.MaxBE))
		c.backOff(i, again)
	}
}

// clearFor reports whether the channel was idle during the whole assessment of node i, which ends
// now. A frame that has just begun still seems not to be there, for as long as it travels.
func (c *csma) clearFor(i kernel.Slot) bool {
	s := &c.stations[i]
	began := !s.watches
	c.watch(i)
	if began && c.Now() <= s.sensed && s.sensed != kernel.Never { // watch has not asked what came before the new frame
		if cleared := c.cleared(i); cleared != kernel.Never {
			s.from = max(s.from, cleared+int64(c.numbers.DIFS))
		}
	}
	return !s.sends && c.unslotted.waits[i].answers < c.Now() && c.Now() <= s.sensed && s.from <= c.Now()
}

// turn lets node i turn its radio to send. It hears nothing from now on.
func (c *csma) turn(i kernel.Slot) {
	s, t := &c.stations[i], &c.turns[i]
	c.unslotted.waits[i].stage, s.sends = turning, true
	if s.follow != 0 {
		c.forsake(i, trace.WhyDeaf)
	}
	t.due = c.Now() + int64(c.unslotted.Turnaround)
	c.arm(i)
}

// rest lets the queue of node i go on after the space that follows its last frame.
func (c *csma) rest(i kernel.Slot) {
	q, w := &c.queues[i], &c.unslotted.waits[i]
	q.freeAt = c.Now() + w.space
	w.space = 0
	switch {
	case q.head == 0:
	case q.freeAt > c.Now():
		c.await(i)
	default:
		c.onFree(i)
	}
}

// reset removes node i, which stops. If it was turning to send, it hears again.
func (c *csma) reset(i kernel.Slot) {
	s, w := &c.stations[i], &c.unslotted.waits[i]
	if w.stage == turning {
		s.sends = false
		if s.sensed != kernel.Never {
			c.becomesIdle(i)
		}
	}
	*w = wait{answers: -1}
}

// spaceOf is how long the sender of a frame of so many bytes rests after it.
func (u *unslotted) spaceOf(bytes int) int64 {
	if bytes <= u.ShortBytes {
		return int64(u.ShortSpace)
	}
	return int64(u.LongSpace)
}
