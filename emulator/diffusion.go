package emulator

import (
	"sort"
	"time"

	"bellwether/emulator/internal/kernel"
	"bellwether/internal/energy"
)

// pathway is the charge that is on its way within one battery, at an instant. An
// empty battery recovers at rest, but starts no node: that takes a restart.
type pathway struct {
	on energy.Gradient
	at int64
}

// idleW is what node i draws without traffic, now.
func (p *power) idleW(w *World, i kernel.Slot) float64 {
	if p.taken[i].since == kernel.Never {
		return 0
	}
	return p.draws(w, i).IdleJ(time.Second)
}

// diffuse brings node i's pathway up to now.
func (p *power) diffuse(w *World, i kernel.Slot) {
	if p.paths == nil {
		return
	}
	way := &p.paths[i]
	w.cfg.Energy.Diffusion.Relax(&way.on, p.idleW(w, i), time.Duration(w.Kernel.Now()-way.at))
	way.at = w.Kernel.Now()
}

// missing is what node i's battery has and cannot give now, in joules. It changes
// nothing: no sink that asks can change a last bit.
func (p *power) missing(w *World, i kernel.Slot) float64 {
	if p.paths == nil {
		return 0
	}
	return p.missingAt(w, i, w.Kernel.Now())
}

func (p *power) missingAt(w *World, i kernel.Slot, at int64) float64 {
	now := p.paths[i].on
	w.cfg.Energy.Diffusion.Relax(&now, p.idleW(w, i), time.Duration(at-p.paths[i].at))
	return now.MissingJ()
}

// looks is in how many parts the last millisecond of a life is looked at. The
// shortest term of the charge on its way takes 0.6 s/β², 8 s for the paper's cell: it
// changes so little within a part that none hides a death.
const looks = 16

// runsOut is in how many seconds idling will have emptied node i's battery, or
// soonEnough if it will not within that. The battery's charge has no inverse that
// could be written down: the instant is found by halving.
func (p *power) runsOut(w *World, i kernel.Slot) float64 {
	c := &p.taken[i]
	idleW := p.idleW(w, i)
	empty := func(after int64) bool {
		drawn := c.idled(w, p.draws(w, i)) + float64(idleW*float64(after))*instant + c.trafficJ
		return c.initialJ-drawn-p.missingAt(w, i, w.Kernel.Now()+after) <= 0
	}
	const part = int64(soonEnough) / looks
	for k := range int64(looks) {
		if empty((k + 1) * part) {
			after := k*part + 1 + int64(sort.Search(int(part)-1, func(n int) bool { return empty(k*part + 1 + int64(n)) }))
			return (float64(after) + 0.5) * instant
		}
	}
	return soonEnough.Seconds()
}

// loses bounds the rate at which node i's battery loses by idling, in watts; of
// batteries without diffusion it is the rate.
func (p *power) loses(w *World, i kernel.Slot) float64 {
	idleW := p.draws(w, i).IdleJ(time.Second)
	if p.paths == nil || p.taken[i].since == kernel.Never {
		return idleW
	}
	now := p.paths[i].on
	d := w.cfg.Energy.Diffusion
	d.Relax(&now, idleW, time.Duration(w.Kernel.Now()-p.paths[i].at))
	return d.LossW(&now, idleW)
}
