package election

import (
	"bytes"
	"fmt"
	"testing"

	"bellwether/protocol"
)

// A witness checks in a world what must hold at every instant. Worlds in which stable
// storage is lost are exempt from the checks that need storage.
type witness struct {
	*lab
	t       *testing.T
	where   string
	unicast bool
	forget  bool
	resign  bool
	index   []protocol.Computation // by ID; the newest taken part in
	own     []uint32               // by ID; num of the newest computation started
	said    map[saying]bool
	faults  int
}

// saying is a message that a node sends at most once in a boot.
type saying struct {
	from, to protocol.ID
	kind     protocol.Kind
	index    protocol.Computation
	boot     int
}

func watch(t *testing.T, w *lab, c chaos) *witness {
	n := w.Nodes + 1
	v := &witness{
		lab: w, t: t, where: fmt.Sprintf("-seed %d", c.seed), unicast: c.params["signalling"] == "udp" || c.params["signalling"] == "tcp",
		forget: c.forget, resign: c.resign,
		index: make([]protocol.Computation, n), own: make([]uint32, n), said: map[saying]bool{},
	}
	sent, done := w.Sent, w.Done
	w.Sent = func(from, to protocol.ID, m protocol.Message) {
		sent(from, to, m)
		v.sent(from, to, m)
	}
	w.Done = func(id protocol.ID, e protocol.Effect) {
		done(id, e)
		if e.Op == protocol.OpElecting {
			v.electing(id, e.Computation)
		}
	}
	w.Hooks.Handled = v.after
	return v
}

func (v *witness) fail(format string, args ...any) {
	v.t.Helper()
	if v.faults++; v.faults <= 5 {
		v.t.Errorf("%s at %v: %s", v.where, v.Now, fmt.Sprintf(format, args...))
	}
}

// sent checks that a node sends each Election and Ack of a computation once: what it sends
// again must be a retry.
func (v *witness) sent(from, to protocol.ID, m protocol.Message) {
	m = said(m)
	s := saying{from: from, to: to, kind: m.Kind()}
	switch m := m.(type) {
	case election:
		s.index = m.Index
	case ack:
		s.index = m.Index
		if m.Best.Capability.ID == protocol.Nobody {
			return // an immediate Ack: one for each Election of that neighbour
		}
		if best := m.Best.Capability; !v.resign && v.Capability(from).Exceeds(best) {
			v.fail("node %v acknowledges %v, less than itself", from, best)
		}
	default:
		return
	}
	switch m.Kind() {
	case kindElectionRetry, kindElectionNamedRetry, kindAckRetry:
		return
	}
	s.boot = v.boots[from]
	if v.said[s] {
		v.fail("node %v says kind %d of %v to %v again", from, s.kind, s.index, to)
	}
	v.said[s] = true
}

// electing checks that a node enters newer and newer computations, across boots, and starts
// each of its own once.
func (v *witness) electing(id protocol.ID, c protocol.Computation) {
	if !v.forget && !c.Succeeds(v.index[id]) {
		v.fail("node %v enters %v after %v", id, c, v.index[id])
	}
	v.index[id] = c
	if c.Source == id {
		if !v.forget && c.Num <= v.own[id] {
			v.fail("node %v starts %v after num %d", id, c, v.own[id])
		}
		v.own[id] = c.Num
	}
}

// after checks that trees are acyclic, and that S = ∅ ∧ δ = 1 ∧ Δ = 1 is transient.
func (v *witness) after(id protocol.ID) {
	growing := v.state(id, "phase") == 1
	if v.unicast && growing && v.state(id, "waiting") == 0 {
		v.fail("node %v waits for nobody", id)
	}
	if v.forget || !growing {
		return
	}
	c, at := v.lab.index(id), id
	for range v.Nodes {
		at = protocol.ID(v.state(at, "parent"))
		if at == protocol.Nobody || v.Machine(at) == nil || v.state(at, "in_tree") == 0 || v.lab.index(at) != c {
			return
		}
	}
	v.fail("the parents of node %v form a cycle in %v", id, c)
}

func TestInvariantsHoldInRandomWorlds(t *testing.T) {
	each(t, func(t *testing.T, p given) {
		for _, seed := range drawn(10, 25) {
			c, r := drawChaos(seed, p)
			w := build(t, c.params, c.options(r))
			v := watch(t, w, c)
			w.play(c, r)
			w.Run(10 * beaconTimeout)
			if v.faults > 0 {
				t.Fatalf("%+v\ngo test ./election -run '%s' -seed %d", c, t.Name(), seed)
			}
		}
	})
}

// TestSameSeedSameSnapshots: two labs of one seed have equal snapshots at any instant.
func TestSameSeedSameSnapshots(t *testing.T) {
	each(t, func(t *testing.T, p given) {
		run := func() []byte {
			c, r := drawChaos(42, p)
			w := build(t, c.params, c.options(r))
			w.play(c, r)
			w.Run(beaconTimeout)
			var b []byte
			for _, id := range w.all() {
				if m := w.Machine(id); m != nil {
					b = m.Snapshot(b)
				}
			}
			return b
		}
		if a, b := run(), run(); !bytes.Equal(a, b) {
			t.Errorf("snapshots differ:\n%x\n%x", a, b)
		}
	})
}
