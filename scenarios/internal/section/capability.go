package section

import (
	"math"

	"bellwether/emulator"
	"bellwether/internal/base/strictyaml"
	"bellwether/overlay"
	"bellwether/protocol"
)

// Capability is what a node can offer as a leader: 1000·(the sum of weight × share
// of all terms), rounded, in steps of 10, brought up to date each second. A node knows
// the capability of other nodes only from their messages, and it is as old as these.
type Capability struct {
	// Weight of the remaining charge over the largest battery: a node's own, known
	// now. Default without batteries: 0.
	Battery float64 `yaml:"battery" jsonschema:"default=0.7,minimum=0,maximum=1"`
	// Weight of min(degree, 16)/16: the number of neighbours that its service reports,
	// smoothed over 10 s.
	Connectivity float64 `yaml:"connectivity" jsonschema:"default=0.3,minimum=0,maximum=1"`
	// Weight of the share heard of the last ten hellos of each neighbour: how well it
	// hears, as old as the last hello due. Needs neighbours service hello. Default: 0.
	LinkQuality Weight `yaml:"link_quality" jsonschema:"minimum=0,maximum=1"`
	// Weight of others/(hops to all of them) in its component, 1 for a node that hears
	// all: an oracle provides it without cost, from the true links at most 10 s ago. At
	// most 1024 nodes. Default: 0.
	Closeness Weight `yaml:"closeness" jsonschema:"minimum=0,maximum=1"`
	// How long it has been up, known now: a weight, or a mapping. Default: 0.
	Uptime Uptime `yaml:"uptime"`
	// How slowly it moves, by its own speed, smoothed over 10 s: a weight, or a mapping.
	// It has no effect in a graph. Default: 0.
	Mobility Stillness `yaml:"mobility"`
	// A fixed share that its owner gives it. Default: none.
	Static Static `yaml:"static"`
	// The leader stays until another node exceeds it by this fraction. Default with fixed
	// values: 0.
	Hysteresis float64 `yaml:"hysteresis" jsonschema:"default=0.1,minimum=0,maximum=10"`
	// Bonus of the leader when another node is compared with it, in the unit of the
	// weights.
	Incumbent float64 `yaml:"incumbent" jsonschema:"default=0.05,minimum=0,maximum=10"`
	// Fixed offers of nodes 1, 2, …; weights and bonus are then ignored.
	Values []int64 `yaml:"values"`
}

// Weight is how much a term counts; 0 leaves it out.
type Weight float64

// EncodeStrict writes a weight that counts.
func (w Weight) EncodeStrict() any {
	if w == 0 {
		return nil
	}
	return float64(w)
}

// Uptime weighs the time since a node's boot.
type Uptime struct {
	// Weight of up/(up + half_after): it is below 1, and greater for a node that is
	// longer up.
	Weight Weight `yaml:"weight" jsonschema:"minimum=0,maximum=1"`
	// The uptime that is worth half the weight.
	HalfAfter Duration `yaml:"half_after" jsonschema:"default=1h" min:"1s" max:"10000h"`
}

// Stillness weighs how slowly a node moves.
type Stillness struct {
	// Weight of 1 − speed/limit.
	Weight Weight `yaml:"weight" jsonschema:"minimum=0,maximum=1"`
	// The speed from which on the share is 0, in m/s. Default: the greatest speed of all
	// nodes.
	Limit float64 `yaml:"limit" unit:"m/s" jsonschema:"exclusiveMinimum=0,maximum=1e6"`
}

// Static weighs what owners say of their nodes.
type Static struct {
	// Weight of the share.
	Weight Weight `yaml:"weight" jsonschema:"minimum=0,maximum=1"`
	// Of nodes 1, 2, …, each from 0 to 1.
	Shares []float64 `yaml:"shares" jsonschema:"minItems=1"`
}

// These keep decoders from calling themselves.
type (
	uptimeFields    Uptime
	stillnessFields Stillness
	staticFields    Static
)

// DecodeStrict reads a weight, or a mapping.
func (u *Uptime) DecodeStrict(d *strictyaml.Document, n *strictyaml.Node) {
	d.DecodeNode(weighed(n), (*uptimeFields)(u))
}

// DecodeStrict reads a weight, or a mapping.
func (m *Stillness) DecodeStrict(d *strictyaml.Document, n *strictyaml.Node) {
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
func (u Uptime) EncodeStrict() any {
	if u.Weight == 0 {
		return nil
	}
	return uptimeFields(u)
}

// EncodeStrict writes a term that counts.
func (m Stillness) EncodeStrict() any {
	if m.Weight == 0 {
		return nil
	}
	return stillnessFields(m)
}

// EncodeStrict writes a term that counts.
func (s Static) EncodeStrict() any {
	if s.Weight == 0 {
		return nil
	}
	return staticFields(s)
}

// Emulated is what nodes offer, in the types of package emulator.
func (c Capability) Emulated() emulator.Capability {
	return emulator.Capability{
		Values:  c.Values,
		Battery: c.Battery, Connectivity: c.Connectivity,
		LinkQuality: float64(c.LinkQuality), Closeness: float64(c.Closeness),
		Uptime: float64(c.Uptime.Weight), Mobility: float64(c.Mobility.Weight), Static: float64(c.Static.Weight),
		UptimeHalf: c.Uptime.HalfAfter.Std(), SpeedLimit: c.Mobility.Limit, Shares: c.Static.Shares,
	}
}

// Window is how many hellos of each neighbour are remembered: 0 if no term uses them.
func (c Capability) Window() int {
	if c.LinkQuality == 0 || len(c.Values) > 0 {
		return 0
	}
	return overlay.QualityWindow
}

// Margin is how far a rival must exceed a leader. The bonus has the unit of the
// weights, so fixed values, which have one of their own, get none.
func (c Capability) Margin() protocol.Margin {
	m := protocol.Margin{Share: protocol.PerMille(math.Round(c.Hysteresis * 1000))}
	if len(c.Values) == 0 {
		m.Bonus = int64(math.Round(c.Incumbent * 1000))
	}
	return m
}
