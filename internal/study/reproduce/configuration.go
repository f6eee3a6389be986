package reproduce

import (
	"fmt"
	"time"
)

// A Configuration has a value for each number that the paper leaves open and that may move a
// figure. The numbers that the paper gives are in [Figure] and in the scenario of a study.
type Configuration struct {
	Reply time.Duration `json:"reply"` // until a Probe counts as not answered; UDP's interval between trials
	Tries int           `json:"tries"` // UDP's trials
	Probe time.Duration `json:"probe"` // between two rounds of Probes
	Child time.Duration `json:"child"` // CHILD-TIMEOUT
	List  List          `json:"list"`  // how the list of neighbours ages
	// RangeShare is the distance at which frames are received, as a part of the paper's Tx.
	RangeShare float64        `json:"range_share"`
	Merge      Merge          `json:"merge"`
	Unicast    Unicast        `json:"unicast"`
	Medium     Access         `json:"medium"`  // Ideal, or GloMoSim
	Sensing    float64        `json:"sensing"` // where the medium is busy, as a multiple of the range; of GloMoSim's medium
	Jitter     time.Duration  `json:"jitter"`  // of floods
	Connect    Connect        `json:"connect"`
	Forced     Forced         `json:"forced"`
	Period     time.Duration  `json:"period"` // between two forced elections
	Start      Start          `json:"start"`
	First      firstElections `json:"first"`
}

// GloMoSim is the medium of the simulator that the paper used, by package presets: RTS and CTS
// for every unicast frame, sensing below the threshold, capture at 10 dB.
const GloMoSim Access = "glomosim"

// A Unicast is how a message reaches a neighbour.
type Unicast string

// The ways of a message to a neighbour.
const (
	Direct Unicast = "direct" // over the air, or not at all
	// Searched is over a route of AODV, with GloMoSim's constants: also over several hops.
	Searched Unicast = "searched"
	// Stalling is the same by draft 3, as in GloMoSim: packets may wait for ever.
	Stalling Unicast = "stalling"
)

// A Connect is when TCP connects.
type Connect string

// The ways to connect.
const (
	Reused Connect = "reused" // once for a neighbour; given up after 100 s, R2 of RFC 1122
	Each   Connect = "each"   // for each message; given up after 75 s, as FreeBSD 2.2 in GloMoSim
)

// A Forced says which node is made to elect.
type Forced string

// The nodes that are made to elect.
const (
	AnyNode  Forced = "random" // a node drawn anew each time
	BestNode Forced = "best"   // the best node of the largest component, which should lead
)

// A Start says how movement begins.
type Start string

// The ways to begin.
const (
	Steady  Start = "steady"  // in the steady state of random waypoint
	Leaving Start = "leaving" // at uniform places, all on their way, as in GloMoSim
)

// A firstElections says when nodes elect for the first time.
type firstElections string

// The first elections.
const (
	// Together is all nodes at time 0. Over GloMoSim's medium, which has no back-off while it is
	// idle, nodes that begin in step may stay so: each sends its beacons when all others do, and
	// hears none.
	Together firstElections = "together"
	// Apart is one node at time 0. Others wait for beacons first, and then for a random time.
	Apart firstElections = "apart"
)

// text returns the setting of a scenario.
func (f firstElections) text() string {
	if f == Apart {
		return "{elect: [1]}"
	}
	return "{elect: all}"
}

// Assumed are the values of openNumbers.
func Assumed() Configuration {
	return Configuration{Reply: 3 * time.Second, Tries: 3, Probe: 5 * time.Second, Child: ChildAssumed, List: ByHello, RangeShare: 1,
		Merge: ByExchange, Unicast: Direct, Medium: Ideal, Sensing: sensedBelow, Jitter: 20 * time.Millisecond, Connect: Reused,
		Forced: AnyNode, Period: forcedPeriod, Start: Steady, First: Together}
}

// sensedBelow is √10: 10 dB of free space between GloMoSim's threshold and its sensitivity.
const sensedBelow = 3.162

// A Setting is a value of the scenario, by path.
type Setting struct{ Path, Value string }

// Settings returns the settings of a configuration in the world of a series.
func (c Configuration) Settings(f Figure, s Series) []Setting {
	params := fmt.Sprintf("signalling: %s, reply_timeout: %v, udp_tries: %d, probe_interval: %v, child_timeout: %v, rebroadcast_jitter: %v, link_exchanges: %d",
		s.Signalling, c.Reply, c.Tries, c.Probe, c.Child, c.Jitter, c.Merge.linkExchanges())
	if c.Connect == Each && s.Signalling == "tcp" { // FreeBSD 2.2's TCP, which is GloMoSim's: ticks of 500 ms, 12 repetitions
		params += ", tcp_rto: 1500ms, tcp_rto_max: 64s, tcp_timeout: 527s, tcp_syn_rto: 3s, tcp_syn_timeout: 75s, tcp_reuse: 0"
	}
	set := []Setting{
		{"duration", f.Duration.String()}, {"warmup", f.Discard.String()},
		{"mobility", fmt.Sprintf("{model: random-waypoint, speed: {min: 1, max: %g}, pause: {min: %v, max: %v}, start: %s}", s.SpeedMaxMS, f.Pause, f.Pause, c.Start)},
		{"radio", c.radio(s.RangeM)},
		{"routing", c.routing()},
		{"start", c.First.text()},
		{"neighbours", "{service: hello, " + c.List.text() + "}"},
		{"algorithms[vasudevan].params", "{" + params + "}"},
	}
	if f.Forced > 0 {
		set = append(set, Setting{"faults", fmt.Sprintf("[{every: %v, elect: %s}]", c.Period, c.Forced)})
	}
	return set
}

// radio is the section of a scenario. GloMoSim's radio is modelled over a disk, because its
// range is exact; signals that are too weak to be sensed do not interfere.
func (c Configuration) radio(rangeM float64) string {
	r := rangeM * c.RangeShare
	if c.Medium == GloMoSim {
		return fmt.Sprintf("{model: unit-disk, preset: glomosim-200, range: %g, access: {model: csma, carrier_sense_range: %g}}", r, c.Sensing)
	}
	return fmt.Sprintf("{model: unit-disk, range: %g, bitrate: 2000000, loss: {model: none}}", r)
}

// routing is the section of a scenario.
func (c Configuration) routing() string {
	switch c.Unicast {
	case Stalling:
		return "{service: aodv, draft: 3, unicast: routed}"
	case Searched: // GloMoSim's constants over the RFC's rules
		return "{service: aodv, unicast: routed, detection: acknowledgement, next_hop_wait: 45ms, active_route_timeout: 10s, timeout_buffer: 0, one_way: true, max_queue_len: 1024, max_queue_time: 0s}"
	}
	return "{service: oracle}"
}

// Base returns the scenario that the settings of a configuration are for.
func Base() []byte {
	o := Options{Merge: ByExchange, List: ByHello, Access: Ideal, Child: ChildAssumed}
	return o.scenario()
}

// Size returns the settings of a number of nodes: the value of a node is its number.
func Size(nodes int) []Setting {
	var set []Setting
	for _, s := range size(nodes) {
		set = append(set, Setting{s.path, s.value})
	}
	return set
}

// FigureOf returns a figure by its number.
func FigureOf(number int) (Figure, error) { return figureOf(number, false) }

// Published returns the published value of a point, if there is one.
func Published(p Point, m Metric) (float64, bool) { return theirs(p, m) }

// Key returns the key of a metric in package measure.
func (m Metric) Key() string { return keyOf[m] }
