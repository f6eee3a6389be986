package emulator

import (
	"errors"
	"reflect"
	"time"

	"bellwether/emulator/internal/faults"
	"bellwether/emulator/internal/intervene"
	"bellwether/internal/base/errs"
	"bellwether/internal/sim/phy"
	"bellwether/mobility"
	"bellwether/overlay"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// maxNodes bounds a world: 2^20, the largest size the speed targets are set for.
const maxNodes = 1 << 20

// Config describes one run of one algorithm.
type Config struct {
	Seed  uint64
	Nodes int           // 1 … MaxNodes; the IDs are 1…Nodes
	Until time.Duration // the run ends then

	Algorithm protocol.Algorithm
	Setup     protocol.Config // what the algorithm is configured with

	// Medium decides which nodes may hear each other; a medium that decides by power is made
	// with Seed. Mobility decides where nodes are; nil for a medium that is radio.Placeless.
	Medium   radio.Medium
	Mobility mobility.Model

	Loss radio.Loss // nil: no frame is lost by the channel
	Link radio.Link
	// Access is how nodes share the medium; nil: an ideal medium, on which all frames
	// that overlap are received. A medium without places is ideal.
	Access *radio.CSMA
	// Duty caps the time that each node is on the air; nil: no cap.
	Duty *radio.DutyCycle

	Energy     *Energy // nil: batteries never empty, nothing is charged
	Capability Capability

	// Services under the algorithm. Services.Detection is Setup.Detection.
	Services overlay.Services

	Start  Start
	Faults []Fault
	// OwnFaults are kinds of fault that the program defines; Faults may name them.
	OwnFaults []OwnFault

	// Interventions are single changes of the run; every other difference follows from them.
	Interventions []Intervention

	SampleEvery time.Duration // energy; 0: only at the end
	// TruthEvery is for worlds so large that to follow components costs more than the run:
	// they are recorded at one instant in each such interval, drawn uniformly. 0: at each
	// change.
	TruthEvery time.Duration
	// ExamineEvery is the time between two looks at the links of a medium that has no equation
	// for them, by which components and neighbours by oracle are as exact; 0: from 50 ms to a
	// second, as fast as nodes move.
	ExamineEvery time.Duration

	// Interrupt is called before an effect of a node is carried out. If it returns true, the
	// node crashes instead. For tests: a crash may fall between any two effects.
	Interrupt func(protocol.ID, protocol.Effect) bool

	Sinks []trace.Sink
}

// Capability is what the nodes offer: a weighted sum of shares in [0, 1], which package
// emulator/internal/offer computes. A weight of 0 leaves its share out and costs nothing.
// The package comment lists what a node may know of each share, and how old that is.
type Capability struct {
	// Values fixes what node i+1 offers; the rest is ignored. Empty: weighted.
	Values []int64

	Battery      float64 // weight of remaining charge over E_max
	Connectivity float64 // weight of min(degree, 16)/16, degree smoothed over 10 s
	LinkQuality  float64 // weight of the received share of the neighbours' last hellos; needs a window in Services.Hello
	Closeness    float64 // weight of (members−1)/Σ hops to them, in the true component; for MaxCloseness nodes
	Uptime       float64 // weight of up/(up + UptimeHalf)
	Mobility     float64 // weight of 1 − speed/SpeedLimit, the speed smoothed over 10 s; not in a graph
	Static       float64 // weight of Shares

	UptimeHalf time.Duration // default an hour
	SpeedLimit float64       // m/s; at this speed and above the share of Mobility is 0; default the movement's fastest
	Shares     []float64     // of node i+1, in [0, 1]

	// Eligible are rules that say which nodes may lead, whatever they offer, like
	// "battery > 20 %, role = gateway"; "": all. A node that breaks a rule claims less than any
	// that does not, and abstains if it is elected. Fixed values have rules, too.
	Eligible string
	Tags     []map[string]string // of node i+1, which rules ask by = and !=; empty: nobody has any
}

// Start is how a run begins.
type Start struct {
	Leader protocol.ID   // Nobody, or the leader of a settled system
	All    bool          // every node calls an election at time 0
	Elect  []protocol.ID // these nodes call an election at time 0, unless All is set
	// Listen is how long a node that boots listens before it calls an election. It calls
	// none if it knows a leader then. 0: it calls one at once (VKT04 §1.6).
	Listen time.Duration
}

// validateServices reports times below zero; zero means the default.
func (c *Config) validateServices(check func(bool, string, ...any)) {
	for _, d := range []protocol.Detection{c.Setup.Detection, c.Services.Detection} {
		check(d.Interval >= 0 && d.Misses >= 0, "negative detection budget %v × %d: take 0 for the default", d.Interval, d.Misses)
	}
	if h := c.Services.Hello; h != nil {
		check(h.Interval >= 0 && h.Timeout >= 0 && h.Window >= 0, "negative interval, time-out or window of hellos: %v, %v, %d", h.Interval, h.Timeout, h.Window)
	}
	if l := c.Services.Link; l != nil {
		check(l.Retry >= 0 && l.Limit >= 0, "negative wait or limit of retransmissions: %v, %d", l.Retry, l.Limit)
	}
	if f := c.Services.Flood; f != nil {
		check(f.Copies >= 0, "negative copies of a flood: %d", f.Copies)
	}
	if o := c.Services.OLSR; o != nil {
		err := o.Validate()
		check(err == nil, "%w", err)
	}
	if o := c.Services.AODV; o != nil {
		err := o.Validate()
		check(err == nil, "%w", err)
	}
}

// placeless reports whether nodes have no places.
func (c *Config) placeless() bool {
	_, placeless := c.Medium.(radio.Placeless)
	return placeless
}

// validate reports what would break an invariant later. Package scenarios reports the same
// faults earlier, with file and line.
func (c *Config) validate() error {
	var wrong []error
	check := func(ok bool, format string, args ...any) {
		if !ok {
			wrong = append(wrong, errs.Emulator.Errorf(format, args...))
		}
	}
	sound := func(err error) { check(err == nil, "%w", err) }
	check(c.Nodes >= 1 && c.Nodes <= maxNodes, "nodes must be 1 … %d, got %d", maxNodes, c.Nodes)
	check(c.Until > 0, "the run must last, got %v", c.Until)
	check(c.Algorithm.New != nil, "no algorithm")
	check(len(c.Algorithm.Params) == 0 || !reflect.ValueOf(c.Setup.Values).IsZero(), "Setup.Values has no parameter of %s: protocol.Resolve gives them", c.Algorithm.Name)
	c.validateMedium(check)
	_, ranged := c.Loss.(radio.RangedLoss)
	check(c.Loss == nil || !errs.Nothing(c.Loss), "the loss is a nil %T", c.Loss)
	check(!c.placeless() || !ranged, "a world without places has no distances for its loss")
	sound(c.Link.Validate())
	check(c.Access == nil || !c.placeless(), "a world without places has no medium to contend for")
	if c.Duty != nil {
		sound(c.Duty.Validate())
	}
	if c.Access != nil {
		sound(c.Access.Validate())
		if !errs.Nothing(c.Medium) && !c.placeless() {
			_, err := phy.Over(*c.Access, c.Medium)
			sound(err)
		}
	}
	limit := c.Algorithm.MaxNodes
	check(limit == 0 || c.Nodes <= limit, "%s takes at most %d nodes (%s), got %d",
		c.Algorithm.Name, limit, c.Algorithm.MaxNodesWhy, c.Nodes)
	if c.Energy != nil {
		c.Energy.validate(c.Nodes, check)
	}
	c.Capability.validate(c, check)
	c.validateServices(check)
	check(c.SampleEvery >= 0, "negative sample interval %v", c.SampleEvery)
	check(c.TruthEvery >= 0, "negative interval of component truth %v", c.TruthEvery)
	check(c.ExamineEvery >= 0, "negative time between two looks at links %v", c.ExamineEvery)
	check(int(c.Start.Leader) <= c.Nodes, "start names node %d of %d", c.Start.Leader, c.Nodes)
	check(c.Start.Listen >= 0, "nodes cannot listen for %v before they elect", c.Start.Listen)
	for _, id := range c.Start.Elect {
		check(id >= 1 && int(id) <= c.Nodes, "start names node %d of %d", id, c.Nodes)
	}
	c.validateOwn(sound)
	own := c.ownKinds(nil)
	for i := range c.Faults {
		c.Faults[i].Validate(faults.Bounds{Nodes: c.Nodes, Placeless: c.placeless(), Own: own}, check)
	}
	for i := range c.Interventions {
		c.Interventions[i].Validate(intervene.Bounds{Nodes: c.Nodes, Faults: len(c.Faults), Batteries: c.Energy != nil, Contended: c.Access != nil, Placeless: c.placeless()}, check)
	}
	for i, sink := range c.Sinks {
		check(!errs.Nothing(sink), "sink %d is nil", i)
	}
	return errors.Join(wrong...)
}
