package counterfactual

import (
	"hash/fnv"
	"slices"

	"bellwether/internal/contract/goals"
	"bellwether/protocol"
	"bellwether/trace"
)

// A judge is a sink that keeps what is wrong in a run: in each state that lasts, or at each
// sample where components are drawn or sampled.
type judge struct {
	goal    protocol.Goal
	margin  protocol.Margin // the margin by which a node must exceed the leader, by the scenario
	until   protocol.Time
	clock   trace.Clock
	known   map[protocol.ID]int // in nodes; never ranged over
	nodes   []standing          // in the order in which they came
	members []protocol.ID       // of the sample under way, or who runs
	out     *outcome
}

// standing is the state that the judge keeps of a node.
type standing struct {
	goals.Standing
	live      bool
	electing  bool
	since     protocol.Time // of electing
	boots     int64
	forgotten int64       // boots before its storage was lost
	component protocol.ID // the lowest member of its component; Nobody: not known
}

// An outcome is what was wrong in a run.
type outcome struct {
	states   []state
	electing []spell
	digest   uint64 // of the records that are compared, of all nodes
	end      protocol.Time
}

// A state is who is wrong from one instant until another.
type state struct {
	at     protocol.Time
	until  protocol.Time // of the next state
	live   int
	wrong  []wrong       // by the rule of the metrics
	rivals []protocol.ID // who take themselves for leaders, beside others in their components
}

// wrong is a node that follows another leader than it should.
type wrong struct {
	node, follows protocol.ID
	wanted        goals.Wanted
	how           follows
}

// A spell is a time during which a node was in an election.
type spell struct {
	node     protocol.ID
	from, to protocol.Time
}

func newJudge(goal protocol.Goal, margin protocol.Margin, until protocol.Time) *judge {
	return &judge{goal: goal, margin: margin, until: until, known: map[protocol.ID]int{}, out: &outcome{digest: fnvOffset}}
}

// fnvOffset is where a digest begins (FNV-1a, draft-eastlake-fnv).
const fnvOffset = 14695981039346656037

// Wants returns the kinds of records that show who follows whom, and the truth.
func (j *judge) Wants() trace.Set {
	return trace.ClockKinds
}

// compared are the kinds of records by which two runs are compared.
var compared = trace.Of(trace.Boot, trace.Crash, trace.Absent, trace.Electing, trace.Elected)

func (j *judge) at(id protocol.ID) *standing {
	i, known := j.known[id]
	if !known {
		i = len(j.nodes)
		j.known[id] = i
		j.nodes = append(j.nodes, standing{Standing: goals.Standing{ID: id}})
	}
	return &j.nodes[i]
}

// Record takes a record.
func (j *judge) Record(r *trace.Record) {
	j.out.end = r.At
	if compared.Has(r.Kind) && r.At < j.until {
		j.out.digest = digest(j.out.digest, r)
	}
	if from := j.clock.At; j.clock.Ended(r) {
		j.running()
		j.judge(from)
	}
	if r.Kind == trace.Truth {
		return
	}
	j.clock.Changed(r)
	if r.Node == protocol.Nobody && r.Kind != trace.Sample && r.Kind != trace.End {
		return
	}
	switch r.Kind {
	case trace.Boot:
		n := j.at(r.Node)
		j.leave(n, r.At)
		n.live, n.Leader, n.boots, n.Incarnation = true, protocol.Nobody, r.Value, r.Value-n.forgotten
		if j.clock.Steps {
			n.component = protocol.Nobody // until the next record
		}
	case trace.Crash, trace.Absent:
		n := j.at(r.Node)
		j.leave(n, r.At)
		n.live, n.Leader = false, protocol.Nobody
	case trace.Electing:
		n := j.at(r.Node)
		n.Leader = protocol.Nobody
		if !n.electing {
			n.electing, n.since = true, r.At
		}
	case trace.Elected:
		n := j.at(r.Node)
		j.leave(n, r.At)
		n.Leader = r.Peer
	case trace.Capability:
		j.at(r.Node).Value = r.Value
	case trace.Fault:
		if r.Name == trace.StorageLost {
			n := j.at(r.Node)
			n.forgotten = n.boots
		}
	case trace.Component:
		j.at(r.Node).component = r.Peer
		if !j.clock.Steps {
			j.members = append(j.members, r.Node)
		}
	case trace.Sample:
		if j.clock.Sampled(r) {
			j.judge(r.At)
		}
	case trace.End:
		j.lasts(r.At)
		for i := range j.nodes {
			j.leave(&j.nodes[i], r.At)
		}
	}
}

// leave ends the election that a node is in, if it is in one.
func (j *judge) leave(n *standing, at protocol.Time) {
	if n.electing {
		j.out.electing = append(j.out.electing, spell{n.ID, n.since, at})
	}
	n.electing = false
}

// running makes the running nodes with known components the members.
func (j *judge) running() {
	for i := range j.nodes {
		if n := &j.nodes[i]; n.live && n.component != protocol.Nobody {
			j.members = append(j.members, n.ID)
		}
	}
}

// lasts ends the newest state at an instant.
func (j *judge) lasts(until protocol.Time) {
	if last := len(j.out.states) - 1; last >= 0 {
		j.out.states[last].until = until
	}
}

// judge judges the members at an instant, by the rule of the metric goal_instability_fraction. The
// state before goes on if it is the same.
func (j *judge) judge(at protocol.Time) {
	j.lasts(at)
	s := state{at: at, live: len(j.members)}
	parts := map[protocol.ID]*goals.Component{} // never ranged over
	leads := map[protocol.ID]int{}
	for _, id := range j.members {
		n := j.at(id)
		if parts[n.component] == nil {
			parts[n.component] = &goals.Component{}
		}
		parts[n.component].Add(n.Standing)
		if n.Leader == id {
			leads[n.component]++
		}
	}
	for _, id := range j.members {
		n := j.at(id)
		wanted := parts[n.component].Wanted(j.goal, 0, func(of protocol.ID) bool {
			return slices.Contains(j.members, of) && j.at(of).component == n.component
		})
		if !wanted.Right(n.Leader) {
			s.wrong = append(s.wrong, wrong{id, n.Leader, wanted, j.whom(n, wanted)})
		}
		if n.Leader == id && leads[n.component] > 1 {
			s.rivals = append(s.rivals, id)
		}
	}
	j.members = j.members[:0]
	if last := len(j.out.states) - 1; last < 0 || !j.out.states[last].same(&s) {
		j.out.states = append(j.out.states, s)
	}
}

// same reports whether two states are equal, except for their time.
func (s *state) same(o *state) bool {
	return s.live == o.live && slices.Equal(s.wrong, o.wrong) && slices.Equal(s.rivals, o.rivals)
}

// digest adds a record to a digest.
func digest(sum uint64, r *trace.Record) uint64 {
	h := fnv.New64a()
	var b [40]byte
	for i, v := range [...]uint64{sum, uint64(r.At), uint64(r.Kind)<<32 | uint64(r.Node), uint64(r.Peer)<<32 | uint64(r.Computation.Num), uint64(r.Computation.Source)} {
		for k := range 8 {
			b[8*i+k] = byte(v >> (8 * k))
		}
	}
	h.Write(b[:])
	return h.Sum64()
}
