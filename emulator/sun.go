package emulator

import (
	"time"

	"bellwether/emulator/internal/kernel"
	"bellwether/internal/energy"
)

// recovered is the share of its first charge at which a node that ran empty
// starts again: the high battery threshold of ns-3's BasicEnergySource.
const recovered = 0.15

// gained is what the sun has given node i since its part was last counted, in
// joules. A battery takes no more than its first charge; between two counts
// nothing but idling and the sun changes it, at one rate.
func (p *power) gained(w *World, i kernel.Slot) float64 {
	c := &p.taken[i]
	if w.cfg.Energy.Sun == nil || !w.Present(i) {
		return 0
	}
	gain := float64(p.sunW * time.Duration(w.Kernel.Now()-c.lit).Seconds())
	now := c.initialJ - c.idled(w, p.draws(w, i)) - c.trafficJ
	return max(min(gain, w.cfg.Energy.InitialJ[i]-now), 0)
}

// light counts the sun's part of node i up to now. No sink asks for it, so none can
// change a last bit.
func (p *power) light(w *World, i kernel.Slot) {
	if w.cfg.Energy.Sun == nil {
		return
	}
	c := &p.taken[i]
	c.initialJ += p.gained(w, i)
	c.lit = w.Kernel.Now()
}

// arrived begins node i's time in the sun.
func (p *power) arrived(w *World, i kernel.Slot) {
	if p.on {
		p.taken[i].lit = w.Kernel.Now()
	}
}

// onSun begins the next step of the day.
func (w *World) onSun() {
	p, sun := &w.power, w.cfg.Energy.Sun
	for _, i := range w.ByID {
		p.light(w, i)
	}
	p.step++
	p.sunW = sun.PowerW(p.step)
	w.At(w.After(sun.Step()), w.on.sun, 0)
	for _, i := range w.ByID {
		p.await(w, i)
	}
}

// recharge fills node i's battery; one that had run empty starts again.
func (w *World) recharge(i kernel.Slot) {
	p := &w.power
	if !p.on || !w.Present(i) {
		return
	}
	p.settle(w, i)
	if p.paths != nil {
		p.paths[i].on = energy.Gradient{}
	}
	c := &p.taken[i]
	c.initialJ += w.cfg.Energy.InitialJ[i] - p.left(w, i)
	if c.empty {
		w.restart(i)
	}
}
