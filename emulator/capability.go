package emulator

import (
	"time"

	"bellwether/emulator/internal/kernel"
	"bellwether/overlay"
	"bellwether/protocol"
	"bellwether/trace"
)

// validate finds weights of what is not there.
func (c *Capability) validate(cfg *Config, check func(ok bool, format string, args ...any)) {
	check(len(c.Values) == 0 || len(c.Values) == cfg.Nodes, "%d capability values for %d nodes", len(c.Values), cfg.Nodes)
	if len(c.Values) > 0 {
		return
	}
	hello := cfg.Services.Hello
	check(c.LinkQuality == 0 || hello != nil && hello.Window > 0, "link quality needs hellos and a window of them")
	check(c.Closeness == 0 || cfg.Nodes <= MaxCloseness, "closeness is for at most %d nodes, got %d", MaxCloseness, cfg.Nodes)
	check(c.Mobility == 0 || !cfg.placeless(), "nobody moves in a world without places: mobility has no meaning there")
	check(c.Static == 0 || len(c.Shares) == cfg.Nodes, "%d fixed shares for %d nodes", len(c.Shares), cfg.Nodes)
	for i, share := range c.Shares {
		check(share >= 0 && share <= 1, "node %d's fixed share must be from 0 to 1, got %v", i+1, share)
	}
	check(c.UptimeHalf >= 0 && c.SpeedLimit >= 0, "an uptime and a speed cannot be negative: %v, %v", c.UptimeHalf, c.SpeedLimit)
}

// assets is what the world keeps of each node for what is weighed; nil for what is
// not. (The degree stands in node.)
type assets struct {
	booted    []int64   // when it booted last
	speed     []float64 // m/s, smoothed
	closeness []float64 // as it was measured last
	limit     float64   // m/s
	graph     closeness
}

func (a *assets) init(w *World) {
	c := &w.cfg.Capability
	if c.Uptime != 0 {
		a.booted = make([]int64, len(w.nodes))
	}
	if c.Mobility != 0 {
		a.speed = make([]float64, len(w.nodes))
		if a.limit = c.SpeedLimit; a.limit == 0 {
			a.limit = w.field.SpeedMPS()
		}
	}
	if c.Closeness != 0 {
		a.closeness = make([]float64, len(w.nodes))
	}
}

// fixed says whether capabilities kernel.Never change by themselves.
func (w *World) fixed() bool {
	c := &w.cfg.Capability
	return len(c.Values) > 0 || (c.Battery == 0 || w.batteries == nil) && c.Connectivity == 0 &&
		c.LinkQuality == 0 && c.Closeness == 0 && c.Uptime == 0 && c.Mobility == 0
}

// measureCapabilities sets what every node offers at the start.
func (w *World) measureCapabilities() {
	if w.assets.closeness != nil && !w.fixed() {
		w.measureCloseness()
	}
	for _, i := range w.ByID {
		if !w.observesHello() && !w.fixed() {
			w.nodes[i].degree = float64(len(w.Hears(i)))
		}
		w.SetValue(i, w.offer(i))
	}
	if !w.fixed() {
		w.At(w.Kernel.Now()+int64(capableEvery), w.on.capable, 0)
	}
}

// bootAssets begins what counts from a node's boot: it must not boast of a former
// life until capabilities are next brought up to date.
func (w *World) bootAssets(i kernel.Slot) {
	if w.assets.speed != nil {
		w.assets.speed[i] = w.field.Motion(i).SpeedMPS()
	}
	if w.assets.booted != nil {
		w.assets.booted[i] = w.Kernel.Now()
		w.SetValue(i, w.offer(i))
	}
}

// offer computes what node i can offer now.
func (w *World) offer(i kernel.Slot) int64 {
	n := &w.nodes[i]
	c := &w.cfg.Capability
	switch {
	case n.resigned:
		return 0
	case len(c.Values) > 0:
		return c.Values[w.ID(i)-1]
	}
	return protocol.Offer(
		protocol.Asset{Weight: c.Battery, Share: w.batteries.Share(i)},
		protocol.Asset{Weight: c.Connectivity, Share: protocol.Connectivity(n.degree)},
		protocol.Asset{Weight: c.LinkQuality, Share: w.linkQuality(i)},
		protocol.Asset{Weight: c.Closeness, Share: shareOf(w.assets.closeness, i)},
		protocol.Asset{Weight: c.Uptime, Share: w.uptime(i)},
		protocol.Asset{Weight: c.Mobility, Share: w.stillness(i)},
		protocol.Asset{Weight: c.Static, Share: shareOf(c.Shares, kernel.Slot(w.ID(i))-1)},
	)
}

// shareOf is node i's share of what is known of each, 0 where nothing is.
func shareOf(shares []float64, i kernel.Slot) float64 {
	if shares == nil {
		return 0
	}
	return shares[i]
}

func (w *World) linkQuality(i kernel.Slot) float64 {
	if w.cfg.Capability.LinkQuality == 0 || !w.Live(i) || w.Machine(i) == nil {
		return 0
	}
	heard, _ := overlay.Quality(w.Machine(i), protocol.Time(w.Reads(i)))
	return heard
}

func (w *World) uptime(i kernel.Slot) float64 {
	if w.assets.booted == nil {
		return 0
	}
	return protocol.Uptime(time.Duration(w.Kernel.Now()-w.assets.booted[i]), w.cfg.Capability.UptimeHalf)
}

func (w *World) stillness(i kernel.Slot) float64 {
	if w.assets.speed == nil {
		return 0
	}
	return protocol.Stillness(w.assets.speed[i], w.assets.limit)
}

// onCapable brings the capability of every running node up to date, and what it
// goes by.
func (w *World) onCapable() {
	w.At(w.Kernel.Now()+int64(capableEvery), w.on.capable, 0)
	if w.assets.closeness != nil && w.Kernel.Now()%int64(closenessEvery) == 0 {
		w.measureCloseness()
	}
	for _, i := range w.ByID {
		n := &w.nodes[i]
		if !w.Live(i) {
			continue
		}
		if w.cfg.Capability.Connectivity != 0 {
			n.degree = protocol.Smooth(n.degree, float64(w.degreeNow(i)))
		}
		if w.assets.speed != nil {
			w.assets.speed[i] = protocol.Smooth(w.assets.speed[i], w.field.Motion(i).SpeedMPS())
		}
		w.updateCapability(i)
	}
}

// updateCapability tells node i if what it offers has changed.
func (w *World) updateCapability(i kernel.Slot) {
	value := w.offer(i)
	if value == w.Value(i) {
		return
	}
	w.SetValue(i, value)
	w.noteCapability(i)
	w.CapabilityChanged(i)
}

func (w *World) noteCapability(i kernel.Slot) {
	w.Note(trace.Record{Kind: trace.Capability, Node: w.ID(i), Value: w.Value(i)})
}
