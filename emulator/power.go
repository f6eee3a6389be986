package emulator

import (
	"time"

	"bellwether/emulator/internal/kernel"
	"bellwether/internal/energy"
	"bellwether/protocol"
	"bellwether/trace"
)

// power is the nodes' batteries. Charge is settled lazily: idling since the last
// boot is multiplied out when someone asks, and a death is foreseen, not polled.
//
// No battery gives more than it holds. A frame is charged to each node as the frame
// ends; where that takes more than is left, it takes what is left, and the node dies
// at that instant. By idling it dies when what is left does not last another
// nanosecond.
type power struct {
	on      bool
	cell    []cell                    // what each node has spent
	taken   []cell                    // what its battery has lost; the same cells, unless it is not linear
	drain   []energy.Profile          // by node, of a battery that is not linear
	paths   []pathway                 // by node, of one with diffusion
	largest float64                   // J, of the scenario: E_max
	byClass [protocol.Classes]float64 // J above idle, of all nodes
	sunW    float64                   // what each panel gives now
	step    int64                     // of the sun, from midnight
}

// cell is one battery.
type cell struct {
	initialJ float64 // and what came in since
	idledJ   float64 // up to since
	trafficJ float64 // above idle
	since    int64   // running since then; kernel.Never while it does not run
	due      int64   // an event is queued for then; never if none
	lit      int64   // the sun's part is in initialJ up to then
	drained  bool    // a frame took all that was left: it dies at this instant
	empty    bool    // it died of it, and starts again when it has recovered
}

func (p *power) init(w *World) {
	e := w.cfg.Energy
	if e == nil {
		return
	}
	p.on = true
	p.cell = make([]cell, len(w.nodes))
	for i, j := range e.InitialJ {
		p.cell[i] = cell{initialJ: j, since: kernel.Never, due: kernel.Never}
		p.largest = max(p.largest, j)
	}
	p.taken = p.cell
	if e.Peukert != nil {
		p.taken = append([]cell(nil), p.cell...)
		for _, j := range e.InitialJ {
			p.drain = append(p.drain, e.Peukert.Drain(e.Profile, j))
		}
	}
	if e.Diffusion != nil {
		p.paths = make([]pathway, len(w.nodes))
	}
	if e.Sun != nil {
		p.sunW = e.Sun.PowerW(0)
		w.At(int64(e.Sun.Step()), w.on.sun, 0)
	}
}

// draws is how much node i's battery loses in each state.
func (p *power) draws(w *World, i kernel.Slot) *energy.Profile {
	if p.drain != nil {
		return &p.drain[i]
	}
	return &w.cfg.Energy.Profile
}

// resume lets node i's battery drain.
func (p *power) resume(w *World, i kernel.Slot) {
	if !p.on {
		return
	}
	p.settle(w, i)
	p.cell[i].since, p.taken[i].since = w.Kernel.Now(), w.Kernel.Now()
	p.taken[i].empty, p.taken[i].drained = false, false
	p.await(w, i)
}

// pause stops it: what does not run takes no power.
func (p *power) pause(w *World, i kernel.Slot) {
	if !p.on {
		return
	}
	p.settle(w, i)
	p.cell[i].stop(w, &w.cfg.Energy.Profile)
	if p.drain != nil {
		p.taken[i].stop(w, &p.drain[i])
	}
}

func (c *cell) stop(w *World, profile *energy.Profile) {
	c.idledJ = c.idled(w, profile)
	c.since = kernel.Never
}

func (c *cell) idled(w *World, profile *energy.Profile) float64 {
	if c.since == kernel.Never {
		return c.idledJ
	}
	return c.idledJ + profile.IdleJ(time.Duration(w.Kernel.Now()-c.since))
}

// settle counts up to now what a battery gains or loses in the course of time: before
// whatever changes a rate or takes a charge.
func (p *power) settle(w *World, i kernel.Slot) {
	p.light(w, i)
	p.diffuse(w, i)
}

// left is the charge of node i in joules.
func (p *power) left(w *World, i kernel.Slot) float64 {
	c := &p.taken[i]
	return max(c.initialJ-c.idled(w, p.draws(w, i))-c.trafficJ+p.gained(w, i)-p.missing(w, i), 0)
}

// The spans within which a battery is looked at.
const (
	instant = 1e-9 // seconds: the grain of time
	// soonEnough is how short a life must be for its end to be foreseen to the
	// nanosecond. Of a longer one half is let pass and then looked again, so that
	// traffic brings the next look forward only when it took the other half: some
	// forty looks in a whole life, and none for most frames.
	soonEnough = time.Millisecond
)

// await schedules the next look at the battery: when idling alone will have emptied
// it, or sooner while that is far off; or when the sun will have filled an empty one
// far enough to start again.
func (p *power) await(w *World, i kernel.Slot) {
	c := &p.taken[i]
	left := p.left(w, i)
	switch drawsW := p.loses(w, i) - p.sunW; {
	case w.Live(i) && drawsW > 0:
		p.look(w, i, p.lasts(w, i, left/drawsW))
	case c.empty && p.sunW > 0:
		p.look(w, i, (recovered*w.cfg.Energy.InitialJ[i]-left)/p.sunW+instant)
	}
}

// lasts is how many seconds may pass until the next look at a battery that lives for
// as long, at the least.
func (p *power) lasts(w *World, i kernel.Slot, seconds float64) float64 {
	switch soon := soonEnough.Seconds(); {
	case seconds > soon:
		return max(seconds/2, soon)
	case p.paths != nil:
		return p.runsOut(w, i)
	}
	return seconds
}

// look has node i's battery looked at in so many seconds, a nanosecond at the least,
// unless it will be sooner.
func (p *power) look(w *World, i kernel.Slot, in float64) {
	if !(in < float64(kernel.Never/2)*instant) {
		return
	}
	c := &p.taken[i]
	const rounding = 1e-3 // ns: a whole number of nanoseconds may come out a little smaller
	if at := w.Kernel.Now() + max(int64(in*float64(time.Second)+rounding), 1); at < c.due {
		c.due = at
		w.At(at, w.on.battery, uint32(i))
	}
}

// spent says whether node i's battery is empty: what is left does not last another
// nanosecond.
func (p *power) spent(w *World, i kernel.Slot) bool {
	left := p.left(w, i)
	return p.taken[i].drained || left <= 0 || p.paths == nil && left < (p.loses(w, i)-p.sunW)*instant
}

// onBattery kills node i if its battery is empty, and wakes it if that has
// recovered.
func (w *World) onBattery(i kernel.Slot) {
	p := &w.power
	c := &p.taken[i]
	if c.due <= w.Kernel.Now() {
		c.due = kernel.Never
	}
	switch w.Status(i) {
	case kernel.Live:
		if p.spent(w, i) {
			w.Crash(i, trace.WhyBattery)
			c.empty, c.drained = true, false
		}
	case kernel.Crashed:
		if c.empty && p.paths == nil && p.left(w, i) >= recovered*w.cfg.Energy.InitialJ[i] {
			w.restart(i)
			return
		}
	default:
		return
	}
	p.await(w, i)
}

// A bill is what a frame takes of one battery.
type bill struct {
	class  protocol.Class
	joules float64 // above idle
	drawn  float64 // what the battery loses by that
}

// charge takes a bill from node i and says whether its battery held as much. An empty
// battery is an event of this instant, so that nobody dies in the middle of a frame's
// bookkeeping.
func (p *power) charge(w *World, i kernel.Slot, b bill) (paid bool) {
	c := &p.taken[i]
	if c.drained {
		return false // by another frame that ended at this instant
	}
	p.settle(w, i)
	left := p.left(w, i)
	lost := b.drawn
	if p.paths != nil {
		lost *= energy.DrawnAtOnce
	}
	if paid = lost < left || lost <= 0; !paid {
		part := max(left, 0) / lost
		b.joules, b.drawn = float64(b.joules*part), float64(b.drawn*part)
		if w.Live(i) {
			c.drained = true
			w.At(w.Kernel.Now(), w.on.battery, uint32(i))
		}
	}
	if p.paths != nil {
		p.paths[i].on.Draw(b.joules)
	}
	p.byClass[b.class] += b.joules
	p.cell[i].trafficJ += b.joules
	if p.drain != nil {
		c.trafficJ += b.drawn
	}
	rest := left - lost
	if over := rest - w.cfg.Energy.InitialJ[i]; lost < 0 && over > 0 {
		c.initialJ -= over // it was full: what sending saved, against listening, came not from the sun
	}
	if paid && rest < float64((p.loses(w, i)-p.sunW)*float64(c.due-w.Kernel.Now()))*instant && w.Live(i) {
		p.await(w, i)
	}
	return paid
}

// transmitted charges node i for a frame that it has had on the air for a time, and
// says whether its battery lasted to the frame's end.
func (p *power) transmitted(w *World, i kernel.Slot, class protocol.Class, air time.Duration) (whole bool) {
	return p.charge(w, i, bill{class, w.cfg.Energy.Profile.TransmitJ(air), p.draws(w, i).TransmitJ(air)})
}

func (p *power) received(w *World, i kernel.Slot, class protocol.Class, air time.Duration) {
	p.charge(w, i, bill{class, w.cfg.Energy.Profile.ReceiveJ(air), p.draws(w, i).ReceiveJ(air)})
}

// account is the energy record of node i.
func (p *power) account(w *World, i kernel.Slot) trace.Record {
	c := &p.cell[i]
	return trace.Record{
		Kind: trace.Energy, Node: w.ID(i),
		X: c.idled(w, &w.cfg.Energy.Profile) + c.trafficJ, Y: c.trafficJ,
		Value: int64(p.left(w, i) * 1e6),
	}
}
