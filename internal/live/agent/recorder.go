package agent

import (
	"fmt"

	"bellwether/internal/contract/optional"
	"bellwether/protocol"
	"bellwether/trace"
)

// recorder writes the trace of one agent. It asks the clock; it is told what happens, and gives
// each record to the sinks that want it.
type recorder struct {
	self   protocol.ID
	clock  *clock
	sinks  []trace.Sink
	names  map[protocol.ID]string // names that the trace has
	shown  map[string]int64       // values of the machine that the trace has
	record trace.Record           // reused
}

func newRecorder(self protocol.ID, c *clock, sinks []trace.Sink) *recorder {
	return &recorder{self: self, clock: c, sinks: sinks, names: map[protocol.ID]string{}, shown: map[string]int64{}}
}

// note gives a record with the present time to the sinks that want it.
func (r *recorder) note(n trace.Record) {
	n.At = r.clock.now()
	for _, s := range r.sinks {
		if s.Wants().Has(n.Kind) {
			r.record = n
			s.Record(&r.record)
		}
	}
}

// belief records what the node believes of another.
func (r *recorder) belief(k trace.Kind, peer protocol.ID) {
	r.note(trace.Record{Kind: k, Node: r.self, Peer: peer})
}

// state records a value of the agent.
func (r *recorder) state(name string, value int64) {
	r.note(trace.Record{Kind: trace.State, Node: r.self, Name: name, Value: value})
}

// name records the name of an ID.
func (r *recorder) name(id protocol.ID, name string) {
	if r.names[id] != name {
		r.names[id] = name
		r.note(trace.Record{Kind: trace.Named, Node: r.self, Peer: id, Name: name})
	}
}

// named is a node's name, or its number if the name is not known.
func (r *recorder) named(id protocol.ID) string {
	if name, known := r.names[id]; known {
		return name
	}
	return fmt.Sprintf("node %d", id)
}

// node is a node as events show it; nil for nobody.
func (r *recorder) node(id protocol.ID) *Node {
	if id == protocol.Nobody {
		return nil
	}
	return &Node{Name: r.named(id), ID: id}
}

// inspect records the values of the machine's visible state that changed.
func (r *recorder) inspect(m protocol.Machine) {
	if m == nil {
		return
	}
	optional.Inspect(m, func(name string, value int64) {
		if before, known := r.shown[name]; known && before == value {
			return
		}
		r.shown[name] = value
		r.state(name, value)
	})
}
