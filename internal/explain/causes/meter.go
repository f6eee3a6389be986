package causes

import (
	"bellwether/internal/contract/goals"
	"bellwether/protocol"
	"bellwether/trace"
	"bellwether/trace/measure"
)

// options say which part of a run is measured, and whom components should follow.
type options struct {
	Warmup protocol.Time // everything before is left out
	Goal   protocol.Goal // "" is GoalBest
	// Margin separates the causes Within and Offers.
	Margin    protocol.Margin
	Tolerance measure.Tolerance // if only badly led nodes count
}

// A meter splits the time of one run while it happens.
type meter struct {
	options options
	exact   bool // Values are of the time in which nodes follow nobody
	badly   bool // only badly led nodes count
	clock   trace.Clock
	forgot  protocol.Time // when what no election needs was dropped last
	order   []*node       // in the order in which they came
	tally   tally
	nodes   map[protocol.ID]*node
	steps   steps
	over    bool

	number  int64 // of the truth sample under way, from 1
	newest  protocol.Time
	members []*node // of the sample under way
	parts   map[protocol.ID]*component
	last    newestSample
	edges   map[protocol.Time][causes]int32 // how many nodes more than before are wrong by each cause
}

// newestSample is the number of the newest sample, and what was counted of it.
type newestSample struct {
	tally
	number int64
}

// A node is the state that the meter keeps of one node.
type node struct {
	id                 protocol.ID
	live, electing     bool
	led                bool // has followed somebody since it booted
	leader             protocol.ID
	booted             protocol.Time
	since              protocol.Time // for how long it follows nobody, or is in an election
	value              int64
	component          protocol.ID // where components are followed
	boots, incarnation int64
	forgotten          int64 // boots before its storage was lost

	here, before look
	met          bool     // its leader was not gone when it took it, or came back
	stretch      Cause    // of the wrong leader that it followed at the newest sample
	pending      []sample // in which it followed nobody
	excused      []span   // in which it followed nobody since it does, and was right
	handled      []*step

	wrong, alone tail // of the newest stretch of samples, and of the newest in which it followed nobody
}

// A sample is a state that is judged: when components are sampled at an instant, else from
// one until another.
type sample struct {
	at, until protocol.Time
	number    int64 // from 1
	weight    int64 // what it stands for: nanoseconds, or 1
}

// A tail is the end of a stretch: its last sample, or its last instant.
type tail struct {
	cause Cause
	end   int64
}

// A look is the state of a node in a truth sample.
type look struct {
	number    int64 // of the sample; 0: none
	component protocol.ID
	right     protocol.ID // whom it should have followed
}

// A component is a component of a truth sample.
type component struct {
	goals.Component
	wanted goals.Wanted
	first  *node
	nodes  []*node
}

// newMeter begins to split a run.
func newMeter(o options) *meter {
	return &meter{options: o, nodes: map[protocol.ID]*node{}, steps: steps{sent: map[sending]*step{}}, number: 1, newest: -1, edges: map[protocol.Time][causes]int32{}}
}

// Wants returns the kinds of records that show leaders, components and causes.
func (m *meter) Wants() trace.Set {
	return trace.ClockKinds | trace.Of(trace.Send, trace.Receive, trace.Timer)
}

// Receptions handles the arrivals of a message at several nodes.
func (m *meter) Receptions(r *trace.Record, nodes []protocol.ID) {
	for _, id := range nodes {
		m.steps.received(m.node(id), r)
	}
}

// Record handles the next record.
func (m *meter) Record(r *trace.Record) {
	if m.over {
		return
	}
	if changes := trace.ClockKinds.Has(r.Kind); changes {
		if from := m.clock.At; m.clock.Ended(r) {
			m.lasted(from, r.At)
		}
		if r.Kind != trace.Truth {
			defer m.clock.Changed(r)
		}
	}
	switch n := m.node(r.Node); r.Kind {
	case trace.End:
		m.finish(r.At)
	case trace.Boot:
		m.stop(n, r.At)
		n.live, n.led, n.leader, n.booted, n.since = true, false, protocol.Nobody, r.At, r.At
		n.boots, n.incarnation = r.Value, r.Value-n.forgotten
		n.now(r.At)
	case trace.Crash, trace.Absent:
		m.stop(n, r.At)
	case trace.Fault:
		if r.Name == trace.StorageLost {
			n.forgotten = n.boots
		}
	case trace.Capability:
		n.value = r.Value
	case trace.Component:
		m.told(n, r)
	case trace.Sample:
		if m.clock.Sampled(r) {
			m.sampled(r.At)
		}
	case trace.Electing:
		m.begin(n, r.At)
	case trace.Elected:
		m.elected(n, r)
	case trace.Send:
		m.steps.sent[sending{r.Frame, r.Node}] = n.now(r.At)
	case trace.Receive:
		m.steps.received(n, r)
	case trace.Timer:
		n.fired(r)
	}
}

func (m *meter) node(id protocol.ID) *node {
	n := m.nodes[id]
	if n == nil {
		n = &node{id: id, stretch: none, wrong: tail{cause: none}, alone: tail{cause: none}}
		m.nodes[id] = n
		m.order = append(m.order, n)
	}
	return n
}

// begin puts a node into an election, unless it is in one already.
func (m *meter) begin(n *node, at protocol.Time) {
	if !n.live || n.electing {
		return
	}
	m.settle(n, at, protocol.Nobody)
	n.electing, n.leader, n.since = true, protocol.Nobody, at
}

// elected sets the leader of a node, or removes it.
func (m *meter) elected(n *node, r *trace.Record) {
	if !n.live {
		return
	}
	former := n.leader
	m.settle(n, r.At, r.Peer)
	n.electing, n.leader, n.since = false, r.Peer, r.At
	if r.Peer == protocol.Nobody || r.Peer == former {
		return
	}
	l := m.node(r.Peer)
	n.led, n.stretch = true, none
	// Without a sample since the node booted, nothing shows that its leader was gone.
	n.met = l.live && (n.here.number == 0 || l.here.number == 0 || l.here.component == n.here.component) || l == n
}

// stop stops a node, if it runs.
func (m *meter) stop(n *node, at protocol.Time) {
	if !n.live {
		return
	}
	m.settle(n, at, protocol.Nobody)
	m.tally.Live += int64(max(0, at-max(n.booted, m.options.Warmup)))
	n.live, n.electing, n.leader, n.stretch = false, false, protocol.Nobody, none
	n.here, n.before, n.component = look{}, look{}, protocol.Nobody
}
