package movement

import (
	"bellwether/scenarios/internal/keys"
	"bellwether/scenarios/internal/section"
)

// groups compares groups with the world and the run.
func (c *Check) groups() {
	if len(c.Ways.Groups) == 0 {
		return
	}
	if c.File.Given("mobility") {
		c.File.Fault("mobility", "each group has its own mobility; this one applies to no node")
	}
	sum := 0
	for i := range c.Ways.Groups {
		g, path := &c.Ways.Groups[i], section.Item("groups", i)
		sum += g.Nodes
		if g.Mobility.Model == section.MobilityTrace {
			c.visits(path)
		}
		c.charge(path)
		for _, m := range []struct {
			path string
			section.Moment
		}{{path + ".arrive", g.Arrive}, {path + ".depart", g.Depart}} {
			if m.Min > m.Max && c.File.Sound(m.path) {
				c.File.Fault(m.path, "min %v is above max %v", m.Min, m.Max)
			}
		}
		if c.File.Given(path+".depart") && g.Depart.Min <= g.Arrive.Max && c.File.Sound(path+".arrive", path+".depart") {
			c.File.Fault(path+".depart", "from %v on is not after the last arrives, at %v", g.Depart.Min, g.Arrive.Max)
		}
		if a, far := g.Area, c.Ways.World.Far(); g.Mobility.Model != section.MobilityTrace && c.File.Sound("world", path+".area") && (a.Width <= 0 || a.Height <= 0 || a.X+a.Width > far[0] || a.Y+a.Height > far[1]) {
			c.File.Fault(path+".area", "reaches to [%v, %v], outside the world of %v m by %v m", a.X+max(a.Width, 0), a.Y+max(a.Height, 0), c.Ways.World.Width, c.Ways.World.Height)
		}
	}
	if c.Ways.Nodes != sum && c.File.Sound("nodes", "groups") {
		c.File.Fault("nodes", "the groups have %d nodes together, not %d", sum, c.Ways.Nodes)
	}
}

// charge asks for both ends of a group's charge, and for batteries.
func (c *Check) charge(group string) {
	path := group + ".battery"
	if !c.File.Given(path) || !c.File.Sound(path, "energy") {
		return
	}
	low, high := c.File.Given(path+".min"), c.File.Given(path+".max")
	switch {
	case c.Energy.Profile == section.ProfileNone:
		c.File.Fault(path, "no node has a battery: write energy: {profile: wifi-ns3}")
	case !low || !high:
		c.File.Fault(path, "needs both min and max, in joules")
	}
	for i := range c.Ways.Groups {
		if section.Item("groups", i) == group {
			keys.AtMost(c.File, path, c.Ways.Groups[i].Battery.Min, c.Ways.Groups[i].Battery.Max)
		}
	}
}

// visits refuses other times of a group than its trace has.
func (c *Check) visits(path string) {
	for _, of := range []struct{ key, instead string }{
		{"arrive", "mobility: {shift: {time: 2m}} lets all come later"},
		{"depart", "mobility: {end: 5m} cuts the trace"},
	} {
		if c.File.Given(path + "." + of.key) {
			c.File.Fault(path+"."+of.key, "a trace says itself when its nodes come and go: %s", of.instead)
		}
	}
}
