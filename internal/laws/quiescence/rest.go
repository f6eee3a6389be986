// Package quiescence describes a world once it is calm: how large its components are, and which nodes
// still send messages of elections. Both are sinks of a run, for the laws of conformance and of
// the hunt.
//
// It assumes the records of one run, in order, of nodes 1 to n. It keeps the true links as a
// matrix of n² entries: worlds have some dozen nodes.
package quiescence

import (
	"fmt"

	"bellwether/protocol"
	"bellwether/trace"
)

// Elections is a sink that keeps the last message of an election that each node sent: one of
// class election, announcement or probe. Beacons, detectors' tests, hellos and relayed frames
// do not count.
type Elections struct {
	First *trace.Record // the first such message of all nodes; nil: none was sent
	last  []trace.Record
}

// NewElections returns a sink for nodes 1 to n.
func NewElections(n int) *Elections { return &Elections{last: make([]trace.Record, n+1)} }

// Wants returns Send.
func (*Elections) Wants() trace.Set { return trace.Of(trace.Send) }

// Record keeps a message of an election.
func (o *Elections) Record(r *trace.Record) {
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

// After reports a live node that still sent messages of elections after an instant, "" if none
// did. A component without a quorum may do so: it has no leader, and calls elections for ever.
func (o *Elections) After(end protocol.Time, places *Topology, quorum int) string {
	for id := 1; id < len(o.last); id++ {
		r := &o.last[id]
		if r.At <= end || !places.Live(id) {
			continue
		}
		if size, _ := places.reach(id); size >= quorum {
			return fmt.Sprintf("%v sends a message of class %v (kind %d) at %v, when all had to be settled by %v",
				protocol.ID(id), r.Class, r.Message, r.At, end)
		}
	}
	return ""
}
