package emulator

import (
	"time"

	"bellwether/radio"
)

// pathway is the charge that is on its way within one battery, at an instant. An
// empty battery recovers at rest, but starts no node: that takes a restart.
type pathway struct {
	on radio.Gradient
	at int64
}

// lookAgain is how soon a battery that may run empty is looked at again: one that
// recovers from much traffic comes near to it for a while, and does not.
const lookAgain = time.Millisecond

// idleW is what node i draws without traffic, now.
func (p *power) idleW(w *World, i int) float64 {
	if p.taken[i].since == never {
		return 0
	}
	return p.draws(w, i).IdleJ(time.Second)
}

// diffuse brings node i's pathway up to now.
func (p *power) diffuse(w *World, i int) {
	if p.paths == nil {
		return
	}
	way := &p.paths[i]
	w.cfg.Energy.Diffusion.Relax(&way.on, p.idleW(w, i), time.Duration(w.now-way.at))
	way.at = w.now
}

// missing is what node i's battery has and cannot give now, in joules. It changes
// nothing: no sink that asks can change a last bit.
func (p *power) missing(w *World, i int) float64 {
	if p.paths == nil {
		return 0
	}
	now := p.paths[i].on
	w.cfg.Energy.Diffusion.Relax(&now, p.idleW(w, i), time.Duration(w.now-p.paths[i].at))
	return now.MissingJ()
}

// loses bounds the rate at which node i's battery loses by idling, in watts; of
// batteries without diffusion it is the rate.
func (p *power) loses(w *World, i int) float64 {
	idleW := p.draws(w, i).IdleJ(time.Second)
	if p.paths == nil || p.taken[i].since == never {
		return idleW
	}
	now := p.paths[i].on
	d := w.cfg.Energy.Diffusion
	d.Relax(&now, idleW, time.Duration(w.now-p.paths[i].at))
	return d.LossW(&now, idleW)
}
