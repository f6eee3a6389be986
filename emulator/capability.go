package emulator

import (
	"time"

	"bellwether/overlay"
	"bellwether/protocol"
	"bellwether/trace"
)

// capability is what node i offers.
func (w *World) capability(i int) protocol.Capability {
	return protocol.Capability{Value: w.nodes[i].value, ID: id(i)}
}

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
			a.limit = w.field.speed
		}
	}
	if c.Closeness != 0 {
		a.closeness = make([]float64, len(w.nodes))
	}
}

// fixed says whether capabilities never change by themselves.
func (w *World) fixed() bool {
	c := &w.cfg.Capability
	return len(c.Values) > 0 || (c.Battery == 0 || !w.power.on) && c.Connectivity == 0 &&
		c.LinkQuality == 0 && c.Closeness == 0 && c.Uptime == 0 && c.Mobility == 0
}

// measureCapabilities sets what every node offers at the start.
func (w *World) measureCapabilities() {
	if w.assets.closeness != nil && !w.fixed() {
		w.measureCloseness()
	}
	for i := range w.nodes {
		if !w.observesHello() && !w.fixed() {
			w.current = i
			w.nodes[i].degree = float64(len(w.Neighbours()))
		}
		w.nodes[i].value = w.offer(i)
	}
	if !w.fixed() {
		w.schedule(w.now+int64(capableEvery), capableEvent, 0)
	}
}

// bootAssets begins what counts from a node's boot: it must not boast of a former
// life until capabilities are next brought up to date.
func (w *World) bootAssets(i int) {
	if w.assets.speed != nil {
		w.assets.speed[i] = w.field.motions[i].speed()
	}
	if w.assets.booted != nil {
		w.assets.booted[i] = w.now
		w.nodes[i].value = w.offer(i)
	}
}

// offer computes what node i can offer now.
func (w *World) offer(i int) int64 {
	n := &w.nodes[i]
	c := &w.cfg.Capability
	switch {
	case n.resigned:
		return 0
	case len(c.Values) > 0:
		return c.Values[i]
	}
	charge := 1.0
	if w.power.on {
		charge = w.power.left(w, i) / w.power.largest
	}
	return protocol.Offer(
		protocol.Asset{Weight: c.Battery, Share: charge},
		protocol.Asset{Weight: c.Connectivity, Share: protocol.Connectivity(n.degree)},
		protocol.Asset{Weight: c.LinkQuality, Share: w.linkQuality(i)},
		protocol.Asset{Weight: c.Closeness, Share: shareOf(w.assets.closeness, i)},
		protocol.Asset{Weight: c.Uptime, Share: w.uptime(i)},
		protocol.Asset{Weight: c.Mobility, Share: w.stillness(i)},
		protocol.Asset{Weight: c.Static, Share: shareOf(c.Shares, i)},
	)
}

// shareOf is node i's share of what is known of each, 0 where nothing is.
func shareOf(shares []float64, i int) float64 {
	if shares == nil {
		return 0
	}
	return shares[i]
}

func (w *World) linkQuality(i int) float64 {
	if w.cfg.Capability.LinkQuality == 0 || w.nodes[i].status != live || w.nodes[i].machine == nil {
		return 0
	}
	heard, _ := overlay.Quality(w.nodes[i].machine, protocol.Time(w.clocks.read(i, w.now)))
	return heard
}

func (w *World) uptime(i int) float64 {
	if w.assets.booted == nil {
		return 0
	}
	return protocol.Uptime(time.Duration(w.now-w.assets.booted[i]), w.cfg.Capability.UptimeHalf)
}

func (w *World) stillness(i int) float64 {
	if w.assets.speed == nil {
		return 0
	}
	return protocol.Stillness(w.assets.speed[i], w.assets.limit)
}

// onCapable brings the capability of every running node up to date, and what it
// goes by.
func (w *World) onCapable() {
	w.schedule(w.now+int64(capableEvery), capableEvent, 0)
	if w.assets.closeness != nil && w.now%int64(closenessEvery) == 0 {
		w.measureCloseness()
	}
	for i := range w.nodes {
		n := &w.nodes[i]
		if n.status != live {
			continue
		}
		if w.cfg.Capability.Connectivity != 0 {
			n.degree = protocol.Smooth(n.degree, float64(w.degreeNow(i)))
		}
		if w.assets.speed != nil {
			w.assets.speed[i] = protocol.Smooth(w.assets.speed[i], w.field.motions[i].speed())
		}
		w.updateCapability(i)
	}
}

// updateCapability tells node i if what it offers has changed.
func (w *World) updateCapability(i int) {
	n := &w.nodes[i]
	value := w.offer(i)
	if value == n.value {
		return
	}
	n.value = value
	w.noteCapability(i)
	w.tellCapability(i)
}

func (w *World) tellCapability(i int) {
	if w.nodes[i].paused {
		w.hold(i, func() { w.tellCapability(i) })
		return
	}
	w.enter(i)
	protocol.CapabilityChanged(w.nodes[i].machine, &w.env)
	w.carryOut(i)
}

func (w *World) noteCapability(i int) {
	w.note(trace.Record{Kind: trace.Capability, Node: id(i), Value: w.nodes[i].value})
}
