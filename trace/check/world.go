package check

import (
	"slices"

	"bellwether/protocol"
	"bellwether/trace"
)

// A member is the state of one node, as the checkers know it.
type member struct {
	id          protocol.ID
	running     bool
	leader      protocol.ID // Nobody: none known, or in an election
	value       int64
	incarnation int64       // boots since the first, or since its storage was lost
	boots       int64       // all of them
	forgotten   int64       // boots before its storage was lost
	component   protocol.ID // by its lowest member; Nobody: not known
}

func (m *member) capability() protocol.Capability {
	return protocol.Capability{Value: m.value, ID: m.id}
}

// A truth is the state of the world by the records: which nodes run, which leaders they
// name and which are connected.
type truth struct {
	clock   trace.Clock
	members map[protocol.ID]*member
	ids     []protocol.ID               // sorted
	next    map[protocol.ID]protocol.ID // components of the sample under way
	layout  int                         // counts the changes of components
}

func newWorld() *truth {
	return &truth{members: map[protocol.ID]*member{}, next: map[protocol.ID]protocol.ID{}}
}

func (w *truth) member(id protocol.ID) *member {
	m := w.members[id]
	if m == nil {
		m = &member{id: id}
		w.members[id] = m
		at, _ := slices.BinarySearch(w.ids, id)
		w.ids = slices.Insert(w.ids, at, id)
	}
	return m
}

// record handles a record, and reports whether it may have changed the standing of node
// r.Node.
func (w *truth) record(r *trace.Record) (changed bool) {
	switch r.Kind {
	case trace.Boot:
		m := w.member(r.Node)
		m.running, m.leader = true, protocol.Nobody
		m.boots, m.incarnation = r.Value, r.Value-m.forgotten
		if w.clock.Steps {
			m.component = protocol.Nobody // until the next record
		}
		return true
	case trace.Fault:
		if r.Name == trace.StorageLost {
			m := w.member(r.Node)
			m.forgotten = m.boots
		}
	case trace.Crash, trace.Absent:
		m := w.member(r.Node)
		m.running, m.leader = false, protocol.Nobody
		return true
	case trace.Capability:
		w.member(r.Node).value = r.Value
		return true
	case trace.Electing:
		w.member(r.Node).leader = protocol.Nobody
		return true
	case trace.Elected:
		w.member(r.Node).leader = r.Peer
		return true
	case trace.Component:
		if !w.clock.Steps {
			w.next[r.Node] = r.Peer
			break
		}
		if m := w.member(r.Node); m.component != r.Peer {
			m.component = r.Peer
			w.layout++
			return true
		}
	case trace.Sample:
		if !w.clock.Steps {
			w.settle()
		}
	}
	return false
}

// follow takes the next record, and has judge look at the state from an instant to another:
// where components are followed, for each state that lasts, else at each sample.
func (w *truth) follow(r *trace.Record, judge func(from, until protocol.Time)) {
	if w.clock.Ended(r) {
		judge(w.clock.At, r.At)
	}
	if w.record(r) {
		w.clock.Changed(r)
	}
	if w.clock.Sampled(r) {
		judge(r.At, r.At)
	}
}

// settle takes over the components of a whole sample.
func (w *truth) settle() {
	moved := 0
	for _, id := range w.ids {
		if m := w.members[id]; m.component != w.next[id] {
			m.component, moved = w.next[id], 1
		}
	}
	w.layout += moved
	clear(w.next)
}

// components lists the running members of each component, both in the order of IDs.
func (w *truth) components() [][]*member {
	var parts [][]*member
	place := map[protocol.ID]int{}
	for _, id := range w.ids {
		m := w.members[id]
		if !m.running || m.component == protocol.Nobody {
			continue
		}
		i, ok := place[m.component]
		if !ok {
			i = len(parts)
			place[m.component] = i
			parts = append(parts, nil)
		}
		parts[i] = append(parts[i], m)
	}
	return parts
}
