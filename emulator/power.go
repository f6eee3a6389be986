package emulator

import (
	"math"
	"time"

	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// power is the nodes' batteries. Charge is settled lazily: idling since the last
// boot is multiplied out when someone asks, and a death is foreseen, not polled.
type power struct {
	on      bool
	cell    []cell                    // what each node has spent
	taken   []cell                    // what its battery has lost; the same cells, unless it is not linear
	drain   []radio.Profile           // by node, of a battery that is not linear
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
	since    int64   // running since then; never while it does not run
	due      int64   // a batteryEvent is queued for then; never if none
	lit      int64   // the sun's part is in initialJ up to then
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
		p.cell[i] = cell{initialJ: j, since: never, due: never}
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
		w.schedule(int64(e.Sun.Step()), sunEvent, 0)
	}
}

// draws is how much node i's battery loses in each state.
func (p *power) draws(w *World, i int) *radio.Profile {
	if p.drain != nil {
		return &p.drain[i]
	}
	return &w.cfg.Energy.Profile
}

// resume lets node i's battery drain.
func (p *power) resume(w *World, i int) {
	if !p.on {
		return
	}
	p.settle(w, i)
	p.cell[i].since, p.taken[i].since = w.now, w.now
	p.taken[i].empty = false
	p.await(w, i)
}

// pause stops it: what does not run takes no power.
func (p *power) pause(w *World, i int) {
	if !p.on {
		return
	}
	p.settle(w, i)
	p.cell[i].stop(w, &w.cfg.Energy.Profile)
	if p.drain != nil {
		p.taken[i].stop(w, &p.drain[i])
	}
}

func (c *cell) stop(w *World, profile *radio.Profile) {
	c.idledJ = c.idled(w, profile)
	c.since = never
}

func (c *cell) idled(w *World, profile *radio.Profile) float64 {
	if c.since == never {
		return c.idledJ
	}
	return c.idledJ + profile.IdleJ(time.Duration(w.now-c.since))
}

// settle counts up to now what a battery gains or loses in the course of time: before
// whatever changes a rate or takes a charge.
func (p *power) settle(w *World, i int) {
	p.light(w, i)
	p.diffuse(w, i)
}

// left is the charge of node i in joules.
func (p *power) left(w *World, i int) float64 {
	c := &p.taken[i]
	return max(c.initialJ-c.idled(w, p.draws(w, i))-c.trafficJ+p.gained(w, i)-p.missing(w, i), 0)
}

// await schedules a look at the battery for when idling alone will have emptied
// it, or the sun have filled an empty one far enough to start again. Traffic
// brings that instant forward; charge looks then.
func (p *power) await(w *World, i int) {
	c := &p.taken[i]
	left, in := p.left(w, i), math.Inf(1)
	switch drawsW := p.loses(w, i) - p.sunW; {
	case w.nodes[i].status == live && drawsW > 0:
		in = left / drawsW * float64(time.Second)
	case c.empty && p.sunW > 0:
		in = (recovered*w.cfg.Energy.InitialJ[i] - left) / p.sunW * float64(time.Second)
	}
	if !(in < float64(never/2)) {
		return
	}
	if p.paths != nil {
		in = max(in, float64(lookAgain))
	}
	if at := w.now + int64(max(in, 0)) + 1; at < c.due {
		c.due = at
		w.schedule(at, batteryEvent, uint32(i))
	}
}

// onBattery kills node i if its battery is empty, and wakes it if that has
// recovered.
func (w *World) onBattery(i int) {
	p := &w.power
	c := &p.taken[i]
	if c.due <= w.now {
		c.due = never
	}
	switch w.nodes[i].status {
	case live:
		if p.left(w, i) <= 0 {
			w.crash(i, trace.WhyBattery)
			c.empty = true
		}
	case crashed:
		if c.empty && p.paths == nil && p.left(w, i) >= recovered*w.cfg.Energy.InitialJ[i] {
			w.restart(i)
			return
		}
	default:
		return
	}
	p.await(w, i)
}

// charge takes joules above idle from node i for a message of a class; drawn is
// what its battery loses. An empty battery is an event of this instant, so that
// nobody dies in the middle of a frame's bookkeeping.
func (p *power) charge(w *World, i int, class protocol.Class, joules, drawn float64) {
	p.settle(w, i)
	if p.paths != nil {
		p.paths[i].on.Draw(joules)
	}
	p.byClass[class] += joules
	p.cell[i].trafficJ += joules
	if p.drain != nil {
		p.taken[i].trafficJ += drawn
	}
	if p.left(w, i) <= 0 && w.nodes[i].status == live {
		w.schedule(w.now, batteryEvent, uint32(i))
	}
}

func (p *power) transmitted(w *World, i int, class protocol.Class, air time.Duration) {
	p.charge(w, i, class, w.cfg.Energy.Profile.TransmitJ(air), p.draws(w, i).TransmitJ(air))
}

func (p *power) received(w *World, i int, class protocol.Class, air time.Duration) {
	p.charge(w, i, class, w.cfg.Energy.Profile.ReceiveJ(air), p.draws(w, i).ReceiveJ(air))
}

// account is the energy record of node i.
func (p *power) account(w *World, i int) trace.Record {
	c := &p.cell[i]
	return trace.Record{
		Kind: trace.Energy, Node: id(i),
		X: c.idled(w, &w.cfg.Energy.Profile) + c.trafficJ, Y: c.trafficJ,
		Value: int64(p.left(w, i) * 1e6),
	}
}
