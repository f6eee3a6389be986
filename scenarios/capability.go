package scenarios

import (
	"bellwether/emulator"
	"bellwether/protocol"
	"bellwether/scenarios/internal/section"
)

// checkCapability reports terms about something that no node can know in this world.
func (r *reader) checkCapability() {
	c := &r.s.Capability
	for i, v := range c.Values {
		if v < 0 || v > protocol.MaxValue {
			r.Fault(section.Item("capability.values", i), "must be from 0 to %d, got %d", protocol.MaxValue, v)
		}
	}
	for i, share := range c.Static.Shares {
		if !(share >= 0 && share <= 1) {
			r.Fault(section.Item("capability.static.shares", i), "must be from 0 to 1, got %v", share)
		}
	}
	switch {
	case len(c.Values) > 0 || !r.Sound("capability", "neighbours", "radio.model", "nodes"):
		return // fixed values are not weighed
	case c.Static.Weight > 0 && len(c.Static.Shares) == 0:
		r.Fault("capability.static", "does not say what each node's share is: shares: [0.5, 1, …]")
	}
	if c.Battery > 0 && r.s.Energy.Profile == section.ProfileNone && r.Sound("energy") {
		r.Fault("capability.battery", "is the weight of a charge that no node has: %s", r.batteryless())
	}
	if c.LinkQuality > 0 && r.s.Neighbours.Service != section.ServiceHello {
		r.Fault("capability.link_quality", "no node can know it: it is counted from hellos, and neighbours service %s has none", r.s.Neighbours.Service)
	}
	if c.Closeness > 0 && r.s.Nodes > emulator.MaxCloseness {
		r.Fault("capability.closeness", "takes at most %d nodes, for its cost grows with their square; got %d", emulator.MaxCloseness, r.s.Nodes)
	}
	if c.Mobility.Weight > 0 && r.s.Radio.Placeless() {
		r.Fault("capability.mobility", "has no meaning with radio model %s: no node moves there", r.s.Radio.Model)
	}
}

// batteryless explains why no node has a battery, and what to write.
func (r *reader) batteryless() string {
	if r.Given("energy.profile") {
		return "energy profile none has no batteries; name another, or leave battery out"
	}
	return "the file has no energy section, so no node has a battery; write energy: {profile: wifi-ns3, battery: {min: 300, max: 1200}}, or leave battery out"
}

// bootsLate reports whether any node may boot after the beginning.
func (s *Scenario) bootsLate() bool {
	late := len(s.replays) > 0 || s.Energy.Sun.Peak > 0
	for i := range s.Groups {
		late = late || s.Groups[i].Arrive.Max > 0
	}
	for i := range s.Faults {
		late = late || s.Faults[i].Own != "" // which may crash nodes
		for _, one := range s.Faults[i].Given() {
			switch one.Kind {
			case emulator.FaultCrash, emulator.FaultRestart, emulator.FaultFlap, emulator.FaultRecharge:
				late = true
			}
		}
	}
	return late
}
