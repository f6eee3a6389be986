package foreign

import (
	"bytes"
	"strconv"

	"bellwether/protocol"
)

// A program holds one state of each node. Drivers like the explorer have many machines of a node, in
// different states: then a program that hears snapshot gives the state of the machine that it holds, and
// takes that of the one that is called next. A machine that it does not hold keeps its state here.

// hold lets the program have the state of this machine's node, which is called next.
func (m *machine) hold(id protocol.ID) error {
	h := m.host
	m.id = id
	before := h.held[id]
	if before == m || !h.of.hasSnapshots() {
		return nil
	}
	if before != nil {
		if err := before.remember(); err != nil {
			return err
		}
	}
	if m.state != nil {
		if err := h.restore(id, m.state); err != nil {
			return err
		}
	}
	if h.held == nil {
		h.held = map[protocol.ID]*machine{}
	}
	h.held[id] = m
	return nil
}

// remember asks the program for the state of the machine, unless it is known.
func (m *machine) remember() error {
	if m.state != nil || m.id == protocol.Nobody {
		return nil
	}
	h := m.host
	line := append(strconv.AppendUint([]byte(`{"call":"snapshot","node":`), uint64(m.id), 10), "}\n"...)
	answer, err := h.exchange(line)
	if err != nil {
		return err
	}
	s, err := hear(answer)
	if err == nil && s.state == nil {
		err = wrong(`answers snapshot by %s: want "state"`, excerpt(answer))
	}
	if err == nil {
		m.state, err = compact(s.state)
	}
	return err
}

func (h *host) restore(id protocol.ID, state []byte) error {
	line := append(strconv.AppendUint([]byte(`{"call":"restore","node":`), uint64(id), 10), `,"state":`...)
	answer, err := h.exchange(append(append(line, state...), "}\n"...))
	if err != nil {
		return err
	}
	s, err := hear(answer)
	if err == nil && string(s.do) != "[]" {
		err = wrong(`answers restore by %s: want {"do":[]}`, excerpt(answer))
	}
	return err
}

// Snapshot appends the state of a program that hears snapshot; another has none.
func (m *machine) Snapshot(b []byte) []byte {
	h := m.host
	if !h.of.hasSnapshots() {
		return b
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if err := m.remember(); err != nil {
		h.failed = err // told at the next call: nothing can be told here
	}
	return append(b, m.state...)
}

// copied is a machine in the same state, nil if the program has no snapshots.
func (m *machine) copied() *machine {
	h := m.host
	h.mu.Lock()
	defer h.mu.Unlock()
	if err := m.remember(); err != nil {
		h.failed = err
	}
	return &machine{host: h, id: m.id, state: bytes.Clone(m.state)}
}

// copier copies machines of a program that hears snapshot.
type copier struct{ of *machine }

// Copy implements [protocol.Copier].
func (c copier) Copy() protocol.Machine { return c.of.copied().able() }
