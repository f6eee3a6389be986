package emulator

import (
	"time"

	"bellwether/emulator/internal/reach"
	"bellwether/internal/base/errs"
	"bellwether/internal/sim/pathcheck"
	"bellwether/internal/sim/phy"
	"bellwether/mobility"
	"bellwether/protocol"
	"bellwether/radio"
)

// maxDelay bounds a medium's delay: longer than any frame is under way, and short
// enough that no instant of a run overflows.
const maxDelay = 366 * 24 * time.Hour

// validateMedium reports properties of a medium that the emulator cannot use; the medium
// may be the program's own. Its answers about single hops are not checked.
func (c *Config) validateMedium(check func(bool, string, ...any)) {
	if errs.Nothing(c.Medium) {
		check(false, "no medium")
		return
	}
	if err := c.Medium.Validate(); err != nil {
		check(false, "%w", err) // the other checks would report the same
		return
	}
	delay := c.Medium.Delay()
	check(delay >= 0 && delay <= maxDelay, "the delay of %T must be from 0 to %v, got %v", c.Medium, maxDelay, delay)
	if m, ok := c.Medium.(radio.Placeless); ok {
		c.validatePlaceless(m, check)
		return
	}
	reachM := c.Medium.ReachM()
	check(reachM > 0, "the reach of %T must be above 0 m, or infinite, got %g", c.Medium, reachM)
	if m, ok := c.Medium.(radio.Exact); ok {
		rangeM := m.ExactRangeM()
		check(rangeM > 0 && rangeM <= reach.UnboundedM, "the exact range of %T must be above 0 m and at most %g m, got %g",
			c.Medium, float64(reach.UnboundedM), rangeM)
	}
	if errs.Nothing(c.Mobility) {
		check(false, "a medium with places needs a mobility model")
		return
	}
	altitudes := mobility.AltitudesOf(c.Mobility)
	err := altitudes.Validate()
	check(err == nil, "the altitudes of %T: %w", c.Mobility, err)
	if channel, ok := c.Medium.(*phy.Channel); ok {
		highestM, ok := channel.CheckAltitude(altitudes.MaxM)
		check(ok, "nodes are up to %g m above the ground, and the path loss is made for %g m: set radio.ChannelOptions.HighestM", altitudes.MaxM, highestM)
	}
	speed := c.Mobility.MaxSpeed()
	check(speed >= 0 && speed <= pathcheck.FastestMPS, "the greatest speed of %T must be from 0 m/s to that of light, %g m/s, got %g", c.Mobility, float64(pathcheck.FastestMPS), speed)
}

// validatePlaceless does so for a medium without places.
func (c *Config) validatePlaceless(m radio.Placeless, check func(bool, string, ...any)) {
	if m.Nodes() != c.Nodes {
		check(false, "the medium has %d nodes, not %d", m.Nodes(), c.Nodes)
		return
	}
	_, exact := c.Medium.(radio.Exact)
	check(!exact, "%T has no places: it cannot be radio.Exact", c.Medium)
	if c.Nodes >= 1 {
		_, known := c.Medium.AppendPeers(nil, protocol.ID(1))
		check(known, "%T has no places: its AppendPeers must know who may hear a node", c.Medium)
	}
}
