package equipment

import (
	"bellwether/emulator"
	"bellwether/protocol"
	"bellwether/scenarios/internal/keys"
	"bellwether/scenarios/internal/section"
)

// Offers checks the section capability.
type Offers struct {
	File      *keys.File
	Keys      *section.Capability
	Nodes     int
	NoBattery bool   // no node has a battery
	Service   string // by which nodes learn their neighbours
	Radio     *section.Radio
}

// Check reports terms about something that no node can know in this world.
func (o *Offers) Check() {
	c := o.Keys
	for i, v := range c.Values {
		if v < 0 || v > protocol.MaxValue {
			o.File.Fault(section.Item("capability.values", i), "must be from 0 to %d, got %d", protocol.MaxValue, v)
		}
	}
	for i, share := range c.Static.Shares {
		if !(share >= 0 && share <= 1) {
			o.File.Fault(section.Item("capability.static.shares", i), "must be from 0 to 1, got %v", share)
		}
	}
	switch {
	case len(c.Values) > 0 || !o.File.Sound("capability", "neighbours", "radio.model", "nodes"):
		return // fixed values are not weighed
	case c.Static.Weight > 0 && len(c.Static.Shares) == 0:
		o.File.Fault("capability.static", "does not say what each node's share is: shares: [0.5, 1, …]")
	}
	if c.Battery > 0 && o.NoBattery && o.File.Sound("energy") {
		o.File.Fault("capability.battery", "is the weight of a charge that no node has: %s", o.batteryless())
	}
	if c.LinkQuality > 0 && o.Service != section.ServiceHello {
		o.File.Fault("capability.link_quality", "no node can know it: it is counted from hellos, and neighbours service %s has none", o.Service)
	}
	if c.Closeness > 0 && o.Nodes > emulator.MaxCloseness {
		o.File.Fault("capability.closeness", "takes at most %d nodes, for its cost grows with their square; got %d", emulator.MaxCloseness, o.Nodes)
	}
	if c.Mobility.Weight > 0 && o.Radio.Placeless() {
		o.File.Fault("capability.mobility", "has no meaning with radio model %s: no node moves there", o.Radio.Model)
	}
}

// batteryless explains why no node has a battery, and what to write.
func (o *Offers) batteryless() string {
	if o.File.Given("energy.profile") {
		return "energy profile none has no batteries; name another, or leave battery out"
	}
	return "the file has no energy section, so no node has a battery; write energy: {profile: wifi-ns3, battery: {min: 300, max: 1200}}, or leave battery out"
}
