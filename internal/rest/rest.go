// Package rest describes a world without changes: how large its components are, and which nodes
// still send messages of elections. Both are sinks of a run. The laws of conformance and the
// hunt judge by them.
//
// It assumes the records of one run, in order, of nodes 1 to n. It keeps the true links as a
// matrix: worlds have some dozen nodes.
package rest

import (
	"fmt"

	"bellwether/protocol"
	"bellwether/trace"
)

// Talk is a sink for what each node said last of what an election takes: no beacon, no test
// of a detector, no hello, and none of the frames that carry those on.
type Talk struct {
	First *trace.Record // the first that anybody said, nil if nobody did
	last  []trace.Record
}

// NewTalk is for nodes 1 to n.
func NewTalk(n int) *Talk { return &Talk{last: make([]trace.Record, n+1)} }

// Wants is what is said.
func (*Talk) Wants() trace.Set { return trace.Of(trace.Send) }

// Record takes a message.
func (o *Talk) Record(r *trace.Record) {
	switch r.Class {
	case protocol.ClassElection, protocol.ClassAnnouncement, protocol.ClassProbe:
		o.last[r.Node] = *r
		o.last[r.Node].Content = nil // it belongs to the emulator
		if o.First == nil {
			first := o.last[r.Node]
			o.First = &first
		}
	}
}

// After returns which live node still sent messages of elections after an instant, "" if none
// did. A component without a quorum may do so: it has no leader, and calls elections for ever.
func (o *Talk) After(end protocol.Time, places *Topology, quorum int) string {
	for id := 1; id < len(o.last); id++ {
		r := &o.last[id]
		if r.At <= end || !places.Live(id) {
			continue
		}
		if size, _ := places.Reach(id); size >= quorum {
			return fmt.Sprintf("%v says a message of class %v (kind %d) at %v, when all had to be settled by %v",
				protocol.ID(id), r.Class, r.Message, r.At, end)
		}
	}
	return ""
}
