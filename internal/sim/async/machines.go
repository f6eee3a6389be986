package async

import (
	"bellwether/internal/contract/optional"
	"bellwether/overlay"
	"bellwether/protocol"
)

// Machines are the machine of each node, with what survives its crashes: its storage, its number
// of boots and its draws. They run no handler, and know nothing of links and of elections.
type Machines struct {
	of []node // by ID-1
}

type node struct {
	machine      protocol.Machine // nil: down, or about to start
	observes     bool             // takes reports of neighbours
	saved        []byte
	boots        int64
	draws        draws
	firingUrgent bool // fireUrgent runs
	crashAfter   int  // effects of the next handler before the crash; -1: no crash
}

func newMachines(o *Options) Machines {
	m := Machines{make([]node, len(o.Values))}
	for i := range m.of {
		m.of[i].crashAfter = -1
		m.of[i].draws.begin(o, uint64(i+1))
	}
	return m
}

func (m *Machines) at(id protocol.ID) *node { return &m.of[id-1] }

// Of returns a node's machine, nil if it is down.
func (m *Machines) Of(id protocol.ID) protocol.Machine { return m.at(id).machine }

// Boots is how often a node has booted.
func (m *Machines) Boots(id protocol.ID) int64 { return m.at(id).boots }

// CrashAfter lets a node crash in its next handler, after that many effects, or at the
// handler's end if it has fewer.
func (m *Machines) CrashAfter(id protocol.ID, effects int) { m.at(id).crashAfter = effects }

// CancelCrash cancels CrashAfter.
func (m *Machines) CancelCrash(id protocol.ID) { m.at(id).crashAfter = -1 }

// Starts reports whether nodes start elections on demand.
func (m *Machines) Starts() bool {
	_, ok := overlay.Innermost(m.of[0].machine).(protocol.Starter)
	return ok
}

// all reports whether a condition holds for the machine of each node that is up.
func (m *Machines) all(is func(protocol.Machine) bool) bool {
	for i := range m.of {
		if machine := m.of[i].machine; machine != nil && !is(machine) {
			return false
		}
	}
	return true
}

// OwnTerms returns the terms of a node of which the node itself holds a number; none if it is
// down: see [System.Terms].
func (m *Machines) OwnTerms(of protocol.ID) []uint32 {
	var out []uint32
	if machine := m.Of(of); machine != nil {
		optional.Renumber(machine, terms(of, &out))
	}
	return out
}

// renumber moves the numbers that the machines hold.
func (m *Machines) renumber(to optional.Renumbering) {
	for i := range m.of {
		if machine := m.of[i].machine; machine != nil {
			optional.Renumber(machine, to)
		}
	}
}

// snapshotKept appends what survives a crash of a node.
func (m *Machines) snapshotKept(id protocol.ID, b []byte) []byte {
	n := m.at(id)
	b = appendBlock(b, func(b []byte) []byte { return append(b, n.saved...) })
	return n.draws.snapshot(n.boots, b)
}
