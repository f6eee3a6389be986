package emulator

import (
	"time"

	"bellwether/trace"
)

// power is the nodes' batteries. Charge is settled lazily: idling since the last
// boot is multiplied out when someone asks.
type power struct {
	on      bool
	cell    []cell
	largest float64 // J, of the scenario: E_max
}

// cell is one battery.
type cell struct {
	initialJ float64
	idledJ   float64 // up to since
	trafficJ float64 // above idle
	since    int64   // running since then; never while it does not run
	armed    bool    // a batteryEvent is queued
}

func (p *power) init(w *World) {
	e := w.cfg.Energy
	if e == nil {
		return
	}
	p.on = true
	p.cell = make([]cell, len(w.nodes))
	for i, j := range e.InitialJ {
		p.cell[i] = cell{initialJ: j, since: never}
		p.largest = max(p.largest, j)
	}
}

// resume lets node i's battery drain.
func (p *power) resume(w *World, i int) {
	if !p.on {
		return
	}
	p.cell[i].since = w.now
	p.await(w, i)
}

// pause stops it: what does not run takes no power.
func (p *power) pause(w *World, i int) {
	if !p.on {
		return
	}
	c := &p.cell[i]
	c.idledJ = p.idled(w, c)
	c.since = never
}

func (p *power) idled(w *World, c *cell) float64 {
	if c.since == never {
		return c.idledJ
	}
	return c.idledJ + w.cfg.Energy.Profile.IdleJ(time.Duration(w.now-c.since))
}

// left is the charge of node i in joules.
func (p *power) left(w *World, i int) float64 {
	c := &p.cell[i]
	return max(c.initialJ-p.idled(w, c)-c.trafficJ, 0)
}

// await schedules a look at the battery for when idling alone will have emptied
// it. Traffic brings that instant forward; charge looks then.
func (p *power) await(w *World, i int) {
	c := &p.cell[i]
	idleW := w.cfg.Energy.Profile.IdleJ(time.Second)
	if c.armed || idleW == 0 {
		return
	}
	in := p.left(w, i) / idleW * float64(time.Second)
	if in > float64(never/2) {
		return
	}
	c.armed = true
	w.schedule(w.now+int64(in)+1, batteryEvent, uint32(i))
}

// onBattery kills node i if its battery is empty.
func (w *World) onBattery(i int) {
	w.power.cell[i].armed = false
	if w.nodes[i].status != live {
		return
	}
	if w.power.left(w, i) <= 0 {
		w.crash(i, trace.WhyBattery)
		return
	}
	w.power.await(w, i)
}

// charge takes joules above idle from node i. An empty battery is an event of
// this instant, so that nobody dies in the middle of a frame's bookkeeping.
func (p *power) charge(w *World, i int, joules float64) {
	p.cell[i].trafficJ += joules
	if p.left(w, i) <= 0 && w.nodes[i].status == live {
		w.schedule(w.now, batteryEvent, uint32(i))
	}
}

func (p *power) transmitted(w *World, i int, air time.Duration) {
	p.charge(w, i, w.cfg.Energy.Profile.TransmitJ(air))
}

func (p *power) received(w *World, i int, air time.Duration) {
	p.charge(w, i, w.cfg.Energy.Profile.ReceiveJ(air))
}

// account is the energy record of node i.
func (p *power) account(w *World, i int) trace.Record {
	c := &p.cell[i]
	return trace.Record{
		Kind: trace.Energy, Node: id(i),
		X: p.idled(w, c) + c.trafficJ, Y: c.trafficJ,
		Value: int64(p.left(w, i) * 1e6),
	}
}
