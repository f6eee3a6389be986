package globalview

import (
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellwether/internal/proof/smallworld"
	"bellwether/overlay"
	"bellwether/protocol"
)

// drawView draws an undirected graph of n members as a view, and as a matrix of
// distances by Floyd and Warshall: n is out of reach.
func drawView(t *rapid.T) (view, [][]int) {
	n := rapid.IntRange(1, 70).Draw(t, "n") // beyond one word of a set
	hops := make([][]int, n)
	for i := range hops {
		hops[i] = slices.Repeat([]int{n}, n)
		hops[i][i] = 0
	}
	for range rapid.IntRange(0, 2*n).Draw(t, "links") {
		i, j := rapid.IntRange(0, n-1).Draw(t, "i"), rapid.IntRange(0, n-1).Draw(t, "j")
		if i != j {
			hops[i][j], hops[j][i] = 1, 1
		}
	}
	var v view
	for _, i := range rapid.Permutation(slices.Collect(sequence(n))).Draw(t, "order") {
		e := entry{Member: Member{ID: protocol.ID(i + 1), Value: 1}}
		for j := range n {
			if hops[i][j] == 1 {
				e.neighbours = append(e.neighbours, protocol.ID(j+1))
			}
		}
		v.put(e)
	}
	for k := range n {
		for i := range n {
			for j := range n {
				hops[i][j] = min(hops[i][j], hops[i][k]+hops[k][j])
			}
		}
	}
	return v, hops
}

func sequence(n int) func(func(int) bool) {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

func TestComponentsAndFarnessAreThoseOfTheGraph(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v, hops := drawView(t)
		n := len(hops)
		leader, least := 0, n*n
		for j := range n {
			want := 0
			var members []int
			for k := range n {
				if hops[j][k] < n {
					want += hops[j][k]
					members = append(members, k)
				}
			}
			reached := v.component(j)
			farness := v.farness(j, reached.size()-1, math.MaxInt)
			if got := slices.Collect(reached.all); farness != want || !slices.Equal(got, members) || !v.closed(reached) {
				t.Fatalf("%d reaches %v at %d, want %v at %d", j+1, got, farness, members, want)
			}
			if hops[0][j] < n && want <= least {
				leader, least = j+1, want
			}
		}
		members := v.component(0)
		if got := v.central(members, protocol.Margin{}); int(got) != leader {
			t.Fatalf("%v is central, want %d", got, leader)
		}
	})
}

// Whatever changes in a view, its centre is that of a view made afresh.
func TestTheCentreFollowsTheView(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v, hops := drawView(t)
		place := rapid.IntRange(0, len(hops)-1)
		for range 10 {
			at, other := place.Draw(t, "at"), place.Draw(t, "other")
			one := v.entries[at]
			switch peer := v.entries[other].ID; {
			case at == other:
				one.Value = 1 - one.Value
			case one.lists(peer):
				one.neighbours = slices.DeleteFunc(slices.Clone(one.neighbours), func(id protocol.ID) bool { return id == peer })
			default:
				one.neighbours = append(slices.Clone(one.neighbours), peer)
				slices.Sort(one.neighbours)
			}
			v.put(one)
			var again view
			for _, e := range v.entries {
				again.put(e)
			}
			got, want := v.central(v.component(0), protocol.Margin{}), again.central(again.component(0), protocol.Margin{})
			if got != want || v.sum != again.sum {
				t.Fatalf("%v is central, want %v; sum %x, want %x", got, want, v.sum, again.sum)
			}
		}
	})
}

// A link that only one end lists does not count, and leaves the view open.
func TestLinksHaveTwoEnds(t *testing.T) {
	var v view
	v.put(entry{Member: Member{ID: 1}, neighbours: []protocol.ID{2}})
	v.put(entry{Member: Member{ID: 2}})
	if c := v.component(0); c.size() != 1 || v.closed(c) {
		t.Errorf("%v", c)
	}
	v.put(entry{Member: Member{ID: 2}, neighbours: []protocol.ID{1}})
	if c := v.component(0); c.size() != 2 || !v.closed(c) {
		t.Errorf("%v", c)
	}
}

// The checksum is that of the entries, in whatever order they came, and does not depend on
// entries that they replaced.
func TestSumForgetsTheOrder(t *testing.T) {
	a := entry{Member: Member{ID: 1, Value: 3}, neighbours: []protocol.ID{2, 5}}
	b := entry{Member: Member{ID: 2, Value: 3}}
	young := entry{Member: Member{ID: 2, Value: 3, Clock: Clock{1, 1}}}
	var v, w view
	v.put(a)
	v.put(b)
	w.put(young)
	w.put(b)
	if w.sum == v.sum {
		t.Error("two members sum up to one")
	}
	w.put(a)
	if w.sum != v.sum {
		t.Errorf("%x in one order, %x in the other", v.sum, w.sum)
	}
	for _, other := range []entry{young, {Member: Member{ID: 2, Value: 4}}, {Member: Member{ID: 2, Value: 3, Leads: 1}},
		{Member: b.Member, neighbours: []protocol.ID{1}}} {
		w.put(other)
		if w.sum == v.sum {
			t.Errorf("%+v sums up to %+v", other, b)
		}
	}
}

// Extracts hold whole entries, each once, in messages within the bound; only a single
// member may exceed it.
func TestExtractsAreBoundedAndWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var v view
		for id := 1; id <= rapid.IntRange(0, 80).Draw(t, "members"); id++ {
			list := make([]protocol.ID, rapid.SampledFrom([]int{0, 3, 8, 70, 336, 337, 400}).Draw(t, "neighbours"))
			for i := range list {
				list[i] = protocol.ID(1000 + i)
			}
			v.put(entry{Member: Member{ID: protocol.ID(id), Value: int64(id)}, neighbours: list})
		}
		var again view
		for _, x := range v.extracts(func(e *entry) bool { return e.ID%3 != 0 }) {
			if size := len(protocol.Marshal(nil, Edit{x})); size > maxExtract && len(x.Members) > 1 {
				t.Fatalf("%d members in %d bytes", len(x.Members), size)
			}
			for e := range x.all {
				if _, twice := again.find(e.ID); twice {
					t.Fatalf("%v twice", e.ID)
				}
				again.put(e)
			}
		}
		for i := range v.entries {
			e := &v.entries[i]
			at, told := again.find(e.ID)
			if told != (e.ID%3 != 0) || told && again.entries[at].compare(e) != 0 {
				t.Fatalf("%v: told %t", e.ID, told)
			}
		}
	})
}

// Once calm, every node's view of its component is the truth, link by link, in worlds of
// all faults.
func TestViewsAreTheTruth(t *testing.T) {
	worlds := 60
	for seed := range uint64(worlds) {
		a := Algorithm()
		w := smallworld.Run(a, overlay.Services{}, smallworld.Options{Nodes: 2 + int(seed%12), Seed: seed})
		w.Chaos(30*time.Second, seed)
		w.Run(a.SettleBound(w.Scale(overlay.Services{}), smallworld.Config(a, nil)))
		for _, component := range w.Components() {
			for _, id := range component {
				m := overlay.Innermost(w.Machine(id)).(*machine)
				at, _ := m.view.find(id)
				reached := m.view.component(at)
				if reached.size() != len(component) {
					t.Fatalf("seed %d: %v sees %d of %v", seed, id, reached.size(), component)
				}
				for _, other := range component {
					var links []protocol.ID
					for _, peer := range component {
						if w.Linked(other, peer) {
							links = append(links, peer)
						}
					}
					at, _ := m.view.find(other)
					if e := m.view.entries[at]; !slices.Equal(e.neighbours, links) || e.Value != w.Capability(other).Value {
						t.Fatalf("seed %d: %v believes %+v, the links are %v", seed, id, e, links)
					}
				}
			}
		}
	}
}
