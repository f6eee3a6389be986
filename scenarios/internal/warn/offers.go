package warn

import (
	"fmt"
	"slices"

	"bellwether/scenarios/internal/keys"
	"bellwether/scenarios/internal/section"
)

// Offers warns about terms of a capability that do not tell one node from another.
type Offers struct {
	File      *keys.File
	Keys      *section.Capability
	BootsLate bool // a node may boot after the beginning
	Still     bool // nodes have places, and none moves
}

// Terms finds terms that tell no node from another.
func (o Offers) Terms() {
	c := o.Keys
	sum := c.Battery + c.Connectivity + float64(c.LinkQuality+c.Closeness+c.Uptime.Weight+c.Mobility.Weight+c.Static.Weight)
	switch {
	case len(c.Values) > 0:
		return
	case sum == 0:
		o.File.Warn("capability", "every node offers 0: all weights are 0, so the greatest id leads")
	case sum > 1+1e-9:
		o.File.Warn("capability", "the weights add up to %.4g: battery %v and connectivity %v count, also if they are not given; a bonus of %v for the node in office is worth the less",
			sum, c.Battery, c.Connectivity, c.Incumbent)
	}
	same := func(path string, weight float64, why string) {
		if weight > 0 {
			o.File.Warn(path, "weight %v is the same for every node, since %s", weight, why)
		}
	}
	if !o.BootsLate {
		same("capability.uptime", float64(c.Uptime.Weight), "all boot at 0s and none boots again")
	}
	if o.Still {
		same("capability.mobility", float64(c.Mobility.Weight), "none moves faster than 0 m/s")
	}
	if shares := c.Static.Shares; len(shares) > 0 && slices.Min(shares) == slices.Max(shares) {
		same("capability.static", float64(c.Static.Weight), fmt.Sprintf("all have a share of %v", shares[0]))
	}
}
