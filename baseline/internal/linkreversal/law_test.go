package linkreversal_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellwether/internal/proof/smallworld"
	"bellwether/protocol"
)

// drawn is a connected world of random latencies, so that messages overtake one
// another, with its edges: a tree, and some more.
func drawn(t *rapid.T, nodes, more int) (w *smallworld.Lab, edges [][2]protocol.ID) {
	w = world(smallworld.Options{
		Nodes: nodes, Seed: rapid.Uint64().Draw(t, "seed"),
		Jitter: time.Duration(rapid.IntRange(0, 20).Draw(t, "jitter")) * time.Millisecond,
	})
	link := func(a, b protocol.ID) {
		if a != b && !w.Linked(a, b) {
			w.Link(a, b)
			edges = append(edges, [2]protocol.ID{a, b})
		}
	}
	for id := 2; id <= nodes; id++ {
		link(protocol.ID(id), protocol.ID(rapid.IntRange(1, id-1).Draw(t, "tree")))
	}
	for range more {
		link(protocol.ID(rapid.IntRange(1, nodes).Draw(t, "a")), protocol.ID(rapid.IntRange(1, nodes).Draw(t, "b")))
	}
	return w, edges
}

// rest is the settle bound's time of waves: six hops a node, and a diameter.
func rest(w *smallworld.Lab) time.Duration {
	return time.Duration(7*w.Nodes) * (w.Latency + w.Jitter)
}

func degree(edges [][2]protocol.ID, id protocol.ID) (d int) {
	for _, e := range edges {
		if e[0] == id || e[1] == id {
			d++
		}
	}
	return d
}

// elections are the nodes that elected themselves.
func elections(w *smallworld.Lab) (by []protocol.ID) {
	for _, e := range w.Events {
		if e.Op == protocol.OpElecting {
			by = append(by, e.Node)
		}
	}
	return by
}

// lower reports whether a's height is below b's.
func lower(a, b height, idA, idB protocol.ID) bool {
	for _, by := range [][2]int64{
		{a.Tau, b.Tau}, {int64(a.Oid), int64(b.Oid)}, {int64(a.R), int64(b.R)},
		{int64(a.Delta), int64(b.Delta)}, {int64(idA), int64(idB)},
	} {
		if by[0] != by[1] {
			return by[0] < by[1]
		}
	}
	return false
}

// oriented fails if not every component names one of its nodes, all by one
// leader pair, and each but the leader has a lower neighbour: as heights are
// totally ordered, every way down ends at the leader then.
func oriented(t *rapid.T, w *smallworld.Lab) {
	if wrong := w.Disagreement(); wrong != "" {
		t.Fatal(wrong)
	}
	for _, component := range w.Components() {
		leader := w.Leader(component[0])
		office := heightOf(w, leader)
		if office != (height{Nlts: office.Nlts, Lid: leader}) {
			t.Fatalf("%v leads at height %+v", leader, office)
		}
		for _, id := range component {
			is, down := heightOf(w, id), id == leader
			for _, other := range component {
				down = down || w.Linked(id, other) && lower(heightOf(w, other), is, other, id)
			}
			if !down || is.Nlts != office.Nlts {
				t.Fatalf("%v at %+v has no way down to %v at %+v", id, is, leader, office)
			}
		}
	}
}

// "If topology changes cease, then eventually each connected component contains
// a unique leader", and is leader-oriented: within the time that the settle bound
// gives to waves, whatever came before, in any order of delivery; by UPDATEs
// alone, since what was lost is zero.
func TestEveryComponentBecomesLeaderOriented(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 10).Draw(t, "n")
		w, _ := drawn(t, n, rapid.IntRange(0, 2*n).Draw(t, "more"))
		w.Boot()
		for id := 1; id <= n; id++ {
			w.Elect(protocol.ID(id))
		}
		node := rapid.IntRange(1, n)
		for range rapid.IntRange(0, 40).Draw(t, "changes") {
			a, b := protocol.ID(node.Draw(t, "a")), protocol.ID(node.Draw(t, "b"))
			switch rapid.IntRange(0, 5).Draw(t, "change") {
			case 0, 1:
				w.Cut(a, b)
			case 2, 3:
				w.Link(a, b)
			case 4:
				w.Crash(a)
			case 5:
				if rapid.Bool().Draw(t, "forget") && !w.Up(a) {
					w.Forget(a)
				}
				w.Restart(a)
			}
			w.Run(time.Duration(rapid.IntRange(0, 15).Draw(t, "ms")) * time.Millisecond)
		}
		w.Run(rest(w))
		oriented(t, w)
	})
}

// The first leader costs one UPDATE for each end of a link: each node changes its height
// once, on any graph.
func TestFirstLeaderCostsTwoUpdatesALink(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "n")
		w, edges := drawn(t, n, rapid.IntRange(0, 2*n).Draw(t, "more"))
		w.Boot()
		first := protocol.ID(rapid.IntRange(1, n).Draw(t, "first"))
		w.Elect(first)
		w.Run(rest(w))
		oriented(t, w)
		if got := w.Count("update"); got != 2*len(edges) || w.Leader(1) != first {
			t.Fatalf("%d UPDATEs over %d links; %v leads", got, len(edges), w.Leader(1))
		}
	})
}

// The loss of the leader of a tree costs 6(k−1) − d − ℓ UPDATEs among the k left,
// of whom the searcher, of degree d, leads: on a tree each node changes its height
// three times, the searcher and the ℓ other leaves twice, and tells each neighbour.
func TestLossOfATreesLeaderCostsThreeWaves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.IntRange(2, 12).Draw(t, "k")
		w, edges := drawn(t, k, 0)
		searcher := protocol.ID(rapid.IntRange(1, k).Draw(t, "searcher"))
		whole := world(smallworld.Options{Nodes: k + 1, Seed: w.Seed, Jitter: w.Jitter})
		leader := protocol.ID(k + 1)
		for _, e := range append([][2]protocol.ID{{leader, searcher}}, edges...) {
			whole.Link(e[0], e[1])
		}
		whole.Boot()
		whole.Elect(leader)
		whole.Run(rest(whole))
		whole.Forgive()
		whole.Crash(leader)
		whole.Run(rest(whole))
		oriented(t, whole)
		leaves := 0
		for id := protocol.ID(1); int(id) <= k; id++ {
			if id != searcher && degree(edges, id) == 1 {
				leaves++
			}
		}
		want := 6*(k-1) - degree(edges, searcher) - leaves
		if by := elections(whole); len(by) != 1 || by[0] != searcher || whole.Count("update") != want {
			t.Fatalf("%v elected themselves, want %v; %d UPDATEs, want %d", by, searcher, whole.Count("update"), want)
		}
	})
}

// A merge costs two beacons over the new link, and one UPDATE for each end of a
// link of each node that changes its leader.
func TestMergeCostsOnlyTheSideThatChanges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 12).Draw(t, "n")
		w, edges := drawn(t, n, 0)
		bridge := edges[rapid.IntRange(0, n-2).Draw(t, "bridge")]
		w.Cut(bridge[0], bridge[1])
		w.Boot()
		parts := w.Components()
		for _, part := range parts {
			w.Elect(rapid.SampledFrom(part).Draw(t, "leader"))
		}
		w.Run(rest(w))
		before := map[protocol.ID]protocol.ID{}
		for id := protocol.ID(1); int(id) <= n; id++ {
			before[id] = w.Leader(id)
		}
		w.Forgive()
		w.Link(bridge[0], bridge[1])
		greeted := w.Count("beacon")
		w.Run(rest(w))
		oriented(t, w)
		want := 0
		for id, leader := range before {
			if leader != w.Leader(id) {
				want += degree(edges, id)
			}
		}
		if got := w.Count("update"); got != want || want == 0 || greeted != 2 || len(elections(w)) != 0 {
			t.Fatalf("%d UPDATEs, want %d; %d beacons over the new link; %v elected themselves", got, want, greeted, elections(w))
		}
	})
}

// isBridge reports whether the ends of a link are apart without it.
func isBridge(w *smallworld.Lab, e [2]protocol.ID) bool {
	near := map[protocol.ID]bool{e[0]: true}
	for line := []protocol.ID{e[0]}; len(line) > 0; line = line[1:] {
		for id := protocol.ID(1); int(id) <= w.Nodes; id++ {
			if w.Linked(line[0], id) && !near[id] && [2]protocol.ID{line[0], id} != e {
				near[id] = true
				line = append(line, id)
			}
		}
	}
	return !near[e[1]]
}

// "A new leader is not elected unnecessarily": none where nothing changes, and
// none where a link goes but every node can still reach the leader.
func TestLeaderWithinReachStays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 10).Draw(t, "n")
		w, edges := drawn(t, n, rapid.IntRange(1, 2*n).Draw(t, "more"))
		w.Boot()
		leader := protocol.ID(rapid.IntRange(1, n).Draw(t, "leader"))
		w.Elect(leader)
		w.Run(20 * time.Second)
		for range rapid.IntRange(1, 5).Draw(t, "cuts") {
			e := rapid.SampledFrom(edges).Draw(t, "cut")
			if !w.Linked(e[0], e[1]) || isBridge(w, e) {
				continue
			}
			w.Cut(e[0], e[1])
			w.Run(rest(w))
			oriented(t, w)
		}
		if by := elections(w); len(by) != 1 || w.Leader(1) != leader {
			t.Fatalf("%v elected themselves, %v leads, want %v", by, w.Leader(1), leader)
		}
	})
}
