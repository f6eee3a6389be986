package conformance

import (
	"math/rand/v2"
	"slices"
	"time"

	"bellwether/emulator"
	"bellwether/protocol"
	"bellwether/radio"
)

// A trial is one run of a case that a protocol.Cost states.
type trial struct {
	letters
	graph  *radio.Graph // nil: complete
	values []int64      // nil: the ID
	params map[string]string
	start  emulator.Start
	crash  protocol.ID // at time 0, before anybody starts
	from   time.Duration
	until  time.Duration // counts what is said from … until; 0: before the first interval ends
	every  float64       // counts hold for one of so many intervals; 0: for the whole
}

// trials gives the runs of each case of each algorithm.
func trials() map[string][]trial {
	out := map[string][]trial{}
	add := func(t trial, algorithm string, cases ...string) {
		for _, c := range cases {
			out[algorithm+": "+c] = append(out[algorithm+": "+c], t)
		}
	}
	for n := 1; n <= 9; n++ {
		addOffices(n, add)
		addRings(n, add)
		addRosters(n, add)
		addGraphs(n, add)
	}
	return out
}

type adder func(t trial, algorithm string, cases ...string)

// addOffices: a leader is in office, and nothing else happens.
func addOffices(n int, add adder) {
	t := trial{letters: letters{n: n}, start: emulator.Start{Leader: protocol.ID(n)}, from: 5 * time.Second, until: 15 * time.Second, every: 10}
	for _, name := range []string{"bully", "chang-roberts", "chang-roberts-replacing", "ring-list", "le-lann", "franklin",
		"a-elect-leader-c", "s-elect-leader-c", "simple-sync", "flood-max", "raft", "link-reversal"} {
		add(t, name, "in office, each detection interval")
	}
	add(t, "vasudevan", "in office, each beacon interval")
	if n > 1 {
		add(t, "global-view", "while nothing changes, each detection interval; n > 1")
		add(t, "topology-aware", "while nothing changes, each detection interval; n > 1")
	}
	t.start.Leader = 1 // the only leader that Ω keeps
	add(t, "omega", "each detection interval, for ever; detector pull")
	t.params = map[string]string{"detector": "phi"}
	add(t, "omega", "each detection interval, for ever; detector phi")
	t.params = nil
	add(t, "omega-crash-recovery", "each period, for ever")
}

// addRings: capabilities in several orders round the ring, whose order is the IDs'.
func addRings(n int, add adder) {
	rising := ids(n)
	falling := slices.Clone(rising)
	slices.Reverse(falling)
	all := trial{letters: letters{n: n}, start: emulator.Start{All: true}}
	all.values = rising
	add(all, "chang-roberts", "all start, capabilities rise in the direction of sending")
	if n > 1 {
		add(all, "franklin", "all start, capabilities rise round the ring of two or more")
	}
	all.values = falling
	add(all, "chang-roberts", "all start, capabilities fall in the direction of sending")
	if n <= 5 {
		permute(rising, 0, func(order []int64) {
			all.values = slices.Clone(order)
			add(all, "chang-roberts", "all start, the mean of all orders", "all start, in any order of capabilities")
			add(all, "chang-roberts-replacing", "all start")
			add(all, "franklin", "all start, in any order")
		})
	}
	for d := range n {
		one := trial{letters: letters{n: n, d: d}, start: emulator.Start{Elect: []protocol.ID{protocol.ID(n - d)}}}
		add(one, "chang-roberts", "one starts, d hops before the best")
		add(one, "chang-roberts-replacing", "one starts, d hops before the best")
	}
	some(n, func(t trial) { add(t, "ring-list", "k start") })
	some(n, func(t trial) {
		if slices.Contains(t.start.Elect, protocol.ID(n)) {
			add(t, "le-lann", "k start, the best among them")
			add(t, "simple-sync", "k start, the best among them")
		}
	})
}

// addRosters: every node reaches every other.
func addRosters(n int, add adder) {
	leader := protocol.ID(n)
	for d := 1; d < n; d++ {
		add(trial{letters: letters{n: n, d: d}, crash: leader, start: emulator.Start{Leader: leader, Elect: []protocol.ID{protocol.ID(d)}}},
			"bully", "the leader, the best of n, is dead; the d-th from below notices")
	}
	add(trial{letters: letters{n: n}, start: emulator.Start{Leader: leader, Elect: []protocol.ID{1}}},
		"bully", "all are alive, and the worst starts")
	add(trial{letters: letters{n: n}, start: emulator.Start{All: true}}, "s-elect-leader-c", "all start, capabilities rise round the roster")
	for id := range ids(n) {
		add(trial{letters: letters{n: n}, start: emulator.Start{Elect: []protocol.ID{protocol.ID(id + 1)}}}, "a-elect-leader-c", "one starts")
		add(trial{letters: letters{n: n}, start: emulator.Start{Elect: []protocol.ID{protocol.ID(id + 1)}}}, "raft", "one starts, and all are alive")
	}
	some(n, func(t trial) { add(t, "a-elect-leader-c", "any number start") })
	g := rand.New(rand.NewPCG(uint64(n), 1))
	for range 10 {
		t := trial{letters: letters{n: n}, start: emulator.Start{All: true}, values: ids(n)}
		g.Shuffle(n, func(i, j int) { t.values[i], t.values[j] = t.values[j], t.values[i] })
		if n > 1 {
			add(t, "s-elect-leader-c", "all start, in any order")
		}
	}
}

// addGraphs: nodes that know their neighbours only.
func addGraphs(n int, add adder) {
	for _, g := range []*radio.Graph{radio.Complete(n), radio.Line(n), radio.Star(n), radio.Lattice(n)} {
		best := emulator.Start{Elect: []protocol.ID{protocol.ID(n)}}
		add(trial{letters: letters{n: n}, graph: g, start: best}, "flood-max", "the best claims")
		add(trial{letters: letters{n: n, links: len(g.Edges())}, graph: g, start: best}, "link-reversal", "the first leader elects itself")
		t := trial{letters: letters{n: n, links: len(g.Edges())}, graph: g, start: emulator.Start{Elect: []protocol.ID{protocol.ID((n + 1) / 2)}}}
		for signalling, c := range map[string]string{
			"broadcast": "one starts; broadcast, and optimised where nobody has left",
			"udp":       "one starts; udp",
			"tcp":       "one starts; tcp",
		} {
			t.params = map[string]string{"signalling": signalling}
			add(t, "vasudevan", c)
		}
		t.params = map[string]string{"signalling": "optimised"}
		add(t, "vasudevan", "one starts; broadcast, and optimised where nobody has left")
		t.start.Leader = protocol.ID(n)
		add(t, "vasudevan", "one starts; optimised, and the leader that it names was everybody's")
	}
}

// ids are 1 … n: capabilities that rise with the ID.
func ids(n int) []int64 {
	out := make([]int64, n)
	for i := range out {
		out[i] = int64(i + 1)
	}
	return out
}

// some gives trials in which some start: each alone, all, and a few sets.
func some(n int, f func(t trial)) {
	step := max(1, (1<<n-1)/40)
	for set := 1; set < 1<<n; set += step {
		t := trial{letters: letters{n: n}}
		for i := range n {
			if set>>i&1 == 1 {
				t.start.Elect = append(t.start.Elect, protocol.ID(i+1))
			}
		}
		t.k = len(t.start.Elect)
		f(t)
	}
}

func permute(values []int64, k int, f func([]int64)) {
	if k == len(values) {
		f(values)
		return
	}
	for i := k; i < len(values); i++ {
		values[k], values[i] = values[i], values[k]
		permute(values, k+1, f)
		values[k], values[i] = values[i], values[k]
	}
}
