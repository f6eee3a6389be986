package scenarios

import (
	"fmt"
	"math"
	"slices"

	"bellwether/emulator"
	"bellwether/internal/base/strictyaml"
	"bellwether/overlay"
	"bellwether/protocol"
)

// capabilitySection is what a node can offer as a leader: 1000·(the sum of weight × share
// of all terms), rounded, in steps of 10, brought up to date each second. A node knows
// the capability of other nodes only from their messages, and it is as old as these.
type capabilitySection struct {
	// Weight of the remaining charge over the largest battery: a node's own, known
	// now. Default without batteries: 0.
	Battery float64 `yaml:"battery" jsonschema:"default=0.7,minimum=0,maximum=1"`
	// Weight of min(degree, 16)/16: the number of neighbours that its service reports,
	// smoothed over 10 s.
	Connectivity float64 `yaml:"connectivity" jsonschema:"default=0.3,minimum=0,maximum=1"`
	// Weight of the share heard of the last ten hellos of each neighbour: how well it
	// hears, as old as the last hello due. Needs neighbours service hello. Default: 0.
	LinkQuality weight `yaml:"link_quality" jsonschema:"minimum=0,maximum=1"`
	// Weight of others/(hops to all of them) in its component, 1 for a node that hears
	// all: an oracle provides it without cost, from the true links at most 10 s ago. At
	// most 1024 nodes. Default: 0.
	Closeness weight `yaml:"closeness" jsonschema:"minimum=0,maximum=1"`
	// How long it has been up, known now: a weight, or a mapping. Default: 0.
	Uptime uptimeSection `yaml:"uptime"`
	// How slowly it moves, by its own speed, smoothed over 10 s: a weight, or a mapping.
	// It has no effect in a graph. Default: 0.
	Mobility stillnessSection `yaml:"mobility"`
	// A fixed share that its owner gives it. Default: none.
	Static staticSection `yaml:"static"`
	// The leader stays until another node exceeds it by this fraction. Default with fixed
	// values: 0.
	Hysteresis float64 `yaml:"hysteresis" jsonschema:"default=0.1,minimum=0,maximum=10"`
	// Bonus of the leader when another node is compared with it, in the unit of the
	// weights.
	Incumbent float64 `yaml:"incumbent" jsonschema:"default=0.05,minimum=0,maximum=10"`
	// Fixed offers of nodes 1, 2, …; weights and bonus are then ignored.
	Values []int64 `yaml:"values"`
}

// weight is how much a term counts; 0 leaves it out.
type weight float64

// EncodeStrict writes a weight that counts.
func (w weight) EncodeStrict() any {
	if w == 0 {
		return nil
	}
	return float64(w)
}

// uptimeSection weighs the time since a node's boot.
type uptimeSection struct {
	// Weight of up/(up + half_after): it is below 1, and greater for a node that is
	// longer up.
	Weight weight `yaml:"weight" jsonschema:"minimum=0,maximum=1"`
	// The uptime that is worth half the weight.
	HalfAfter Duration `yaml:"half_after" jsonschema:"default=1h" min:"1s" max:"10000h"`
}

// stillnessSection weighs how slowly a node moves.
type stillnessSection struct {
	// Weight of 1 − speed/limit.
	Weight weight `yaml:"weight" jsonschema:"minimum=0,maximum=1"`
	// The speed from which on the share is 0, in m/s. Default: the greatest speed of all
	// nodes.
	Limit float64 `yaml:"limit" unit:"m/s" jsonschema:"exclusiveMinimum=0,maximum=1e6"`
}

// staticSection weighs what owners say of their nodes.
type staticSection struct {
	// Weight of the share.
	Weight weight `yaml:"weight" jsonschema:"minimum=0,maximum=1"`
	// Of nodes 1, 2, …, each from 0 to 1.
	Shares []float64 `yaml:"shares" jsonschema:"minItems=1"`
}

// These keep decoders from calling themselves.
type (
	uptimeFields    uptimeSection
	stillnessFields stillnessSection
	staticFields    staticSection
)

// DecodeStrict reads a weight, or a mapping.
func (u *uptimeSection) DecodeStrict(d *strictyaml.Document, n *strictyaml.Node) {
	d.DecodeNode(weighed(n), (*uptimeFields)(u))
}

// DecodeStrict reads a weight, or a mapping.
func (m *stillnessSection) DecodeStrict(d *strictyaml.Document, n *strictyaml.Node) {
	d.DecodeNode(weighed(n), (*stillnessFields)(m))
}

// weighed makes a mapping of what may be the weight alone.
func weighed(n *strictyaml.Node) *strictyaml.Node {
	if n.Kind == strictyaml.Map {
		return n
	}
	weight := *n
	return &strictyaml.Node{Place: n.Place, Path: n.Path, Kind: strictyaml.Map,
		Fields: []strictyaml.Field{{Key: "weight", Place: n.Place, Value: &weight}}}
}

// EncodeStrict writes a term that counts.
func (u uptimeSection) EncodeStrict() any {
	if u.Weight == 0 {
		return nil
	}
	return uptimeFields(u)
}

// EncodeStrict writes a term that counts.
func (m stillnessSection) EncodeStrict() any {
	if m.Weight == 0 {
		return nil
	}
	return stillnessFields(m)
}

// EncodeStrict writes a term that counts.
func (s staticSection) EncodeStrict() any {
	if s.Weight == 0 {
		return nil
	}
	return staticFields(s)
}

// emulated is what nodes offer, in the types of package emulator.
func (c capabilitySection) emulated() emulator.Capability {
	return emulator.Capability{
		Values:  c.Values,
		Battery: c.Battery, Connectivity: c.Connectivity,
		LinkQuality: float64(c.LinkQuality), Closeness: float64(c.Closeness),
		Uptime: float64(c.Uptime.Weight), Mobility: float64(c.Mobility.Weight), Static: float64(c.Static.Weight),
		UptimeHalf: c.Uptime.HalfAfter.Std(), SpeedLimit: c.Mobility.Limit, Shares: c.Static.Shares,
	}
}

// window is how many hellos of each neighbour are remembered: none that nobody asks
// for.
func (c capabilitySection) window() int {
	if c.LinkQuality == 0 || len(c.Values) > 0 {
		return 0
	}
	return overlay.QualityWindow
}

// margin is how far a rival must exceed a leader. The bonus has the unit of the
// weights, so fixed values, which have one of their own, get none.
func (c capabilitySection) margin() protocol.Margin {
	m := protocol.Margin{Share: protocol.PerMille(math.Round(c.Hysteresis * 1000))}
	if len(c.Values) == 0 {
		m.Bonus = int64(math.Round(c.Incumbent * 1000))
	}
	return m
}

// checkCapability reports terms about something that no node can know in this world.
func (r *reader) checkCapability() {
	c := &r.s.Capability
	for i, v := range c.Values {
		if v < 0 || v > protocol.MaxValue {
			r.Fault(itemOf("capability.values", i), "must be from 0 to %d, got %d", protocol.MaxValue, v)
		}
	}
	for i, share := range c.Static.Shares {
		if !(share >= 0 && share <= 1) {
			r.Fault(itemOf("capability.static.shares", i), "must be from 0 to 1, got %v", share)
		}
	}
	switch {
	case len(c.Values) > 0 || !r.Sound("capability", "neighbours", "radio.model", "nodes"):
		return // fixed values are not weighed
	case c.Static.Weight > 0 && len(c.Static.Shares) == 0:
		r.Fault("capability.static", "does not say what each node's share is: shares: [0.5, 1, …]")
	}
	if c.Battery > 0 && r.s.Energy.Profile == profileNone && r.Sound("energy") {
		r.Fault("capability.battery", "is the weight of a charge that no node has: %s", r.batteryless())
	}
	if c.LinkQuality > 0 && r.s.Neighbours.Service != serviceHello {
		r.Fault("capability.link_quality", "no node can know it: it is counted from hellos, and neighbours service %s has none", r.s.Neighbours.Service)
	}
	if c.Closeness > 0 && r.s.Nodes > emulator.MaxCloseness {
		r.Fault("capability.closeness", "takes at most %d nodes, for its cost grows with their square; got %d", emulator.MaxCloseness, r.s.Nodes)
	}
	if c.Mobility.Weight > 0 && r.s.placeless() {
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

// warnOfCapability finds terms that tell no node from another.
func (r *reader) warnOfCapability() {
	s, c := r.s, &r.s.Capability
	sum := c.Battery + c.Connectivity + float64(c.LinkQuality+c.Closeness+c.Uptime.Weight+c.Mobility.Weight+c.Static.Weight)
	switch {
	case len(c.Values) > 0:
		return
	case sum == 0:
		r.warnAt("capability", "every node offers 0: all weights are 0, so the greatest id leads")
	case sum > 1+1e-9:
		r.warnAt("capability", "the weights add up to %.4g: battery %v and connectivity %v count, also if they are not given; a bonus of %v for the node in office is worth the less",
			sum, c.Battery, c.Connectivity, c.Incumbent)
	}
	same := func(path string, weight float64, why string) {
		if weight > 0 {
			r.warnAt(path, "weight %v is the same for every node, since %s", weight, why)
		}
	}
	if !s.bootsLate() {
		same("capability.uptime", float64(c.Uptime.Weight), "all boot at 0s and none boots again")
	}
	if !s.placeless() && s.movement.MaxSpeed() == 0 {
		same("capability.mobility", float64(c.Mobility.Weight), "none moves faster than 0 m/s")
	}
	if shares := c.Static.Shares; len(shares) > 0 && slices.Min(shares) == slices.Max(shares) {
		same("capability.static", float64(c.Static.Weight), fmt.Sprintf("all have a share of %v", shares[0]))
	}
}

// bootsLate reports whether any node may boot after the beginning.
func (s *Scenario) bootsLate() bool {
	late := len(s.replays) > 0 || s.Energy.Sun.Peak > 0
	for i := range s.Groups {
		late = late || s.Groups[i].Arrive.Max > 0
	}
	for i := range s.Faults {
		late = late || s.Faults[i].Own != "" // which may crash nodes
		for _, one := range s.Faults[i].given() {
			switch one.kind {
			case emulator.FaultCrash, emulator.FaultRestart, emulator.FaultFlap, emulator.FaultRecharge:
				late = true
			}
		}
	}
	return late
}
