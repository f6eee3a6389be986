package invariants

import (
	"slices"
	"testing"

	"bellwether/protocol"
	"bellwether/trace"

	"pgregory.net/rapid"
)

func TestNumbersIncrease(t *testing.T) {
	expect(t, feed(NewMonotone(),
		electing(1, 4, 1, 4),
		electing(2, 5, 1, 5), // each node has numbers of its own
		electing(3, 4, 9, 5), // a computation that a node joins may have any number
		electing(4, 4, 2, 4),
		electing(5, 4, 7, 4),
		electing(6, 5, 0, 0), // no computation
	), "numbers increase")
	expect(t, feed(NewMonotone(), electing(1, 4, 3, 4), electing(2, 4, 3, 4), electing(3, 4, 1, 4), electing(4, 4, 4, 4)),
		"numbers increase", "2s: numbers increase: 4 starts ⟨3,4⟩ after ⟨3,4⟩", "4 starts ⟨1,4⟩ after ⟨3,4⟩")
}

// A number that was lost in a crash may be used again: the property permits it.
func TestNumbersIncreaseOverCrashes(t *testing.T) {
	expect(t, feed(NewMonotone(), electing(1, 4, 1, 4), crash(2, 4), boot(3, 4, 0), electing(4, 4, 1, 4)),
		"numbers increase", "4s: ")
}

// in records a node's place in the tree of ⟨num, 1⟩.
func in(at float64, node, parent protocol.ID, num int64) []trace.Record {
	var out []trace.Record
	for _, s := range []struct {
		name  string
		value int64
	}{{"phase", 2}, {"parent", int64(parent)}, {"computation_num", num}, {"computation_source", 1}, {"in_tree", 1}} {
		out = append(out, trace.Record{At: sec(at), Kind: trace.State, Node: node, Name: s.name, Value: s.value})
	}
	return out
}

func out(at float64, node protocol.ID) trace.Record {
	return trace.Record{At: sec(at), Kind: trace.State, Node: node, Name: "in_tree"}
}

func TestAcyclic(t *testing.T) {
	const property = "parents acyclic"
	for name, c := range map[string]struct {
		story []any
		want  []string
	}{
		"a tree":      {[]any{in(1, 1, 0, 1), in(2, 2, 1, 1), in(3, 3, 2, 1), end(9)}, nil},
		"a pair":      {[]any{in(1, 2, 3, 1), in(2, 3, 2, 1), end(9)}, []string{"2s: parents acyclic: in the tree of ⟨1,1⟩ the parents form a circle: 3 → 2 → 3"}},
		"oneself":     {[]any{in(1, 2, 2, 1), end(9)}, []string{"2 → 2"}},
		"a long way":  {[]any{in(1, 2, 3, 1), in(2, 3, 4, 1), in(3, 4, 5, 1), in(4, 5, 2, 1), end(9)}, []string{"5 → 2 → 3 → 4 → 5"}},
		"two trees":   {[]any{in(1, 2, 3, 1), in(2, 3, 2, 2), end(9)}, nil},
		"left":        {[]any{in(1, 2, 3, 1), out(2, 2), in(3, 3, 2, 1), end(9)}, nil},
		"crashed":     {[]any{in(1, 2, 3, 1), crash(2, 2), in(3, 3, 2, 1), end(9)}, nil},
		"came back":   {[]any{in(1, 2, 3, 1), crash(2, 2), boot(3, 2, 1), in(4, 3, 2, 1), end(9)}, nil},
		"unknown":     {[]any{in(1, 2, 77, 1), end(9)}, nil},
		"no tree":     {[]any{boot(0, 1, 1), end(9)}, nil},
		"other words": {[]any{trace.Record{Kind: trace.State, Node: 2, Name: "parents", Value: 2}, end(9)}, nil},
	} {
		got := feed(NewAcyclic(), c.story...)
		t.Run(name, func(t *testing.T) { expect(t, got, property, c.want...) })
	}
}

// A handler shows parent and computation one after the other. Between the two records node
// 2 seems to be a child of 3 in their old common tree, but it never was.
func TestAcyclicWaitsForTheWholeHandler(t *testing.T) {
	expect(t, feed(NewAcyclic(), in(1, 2, 1, 1), in(2, 3, 2, 1), in(3, 2, 3, 5), in(4, 3, 0, 5), end(9)), "parents acyclic")
	// The last handler of a run is checked as well.
	expect(t, feed(NewAcyclic(), in(1, 2, 3, 1), in(2, 3, 2, 1), end(2)), "parents acyclic", "3 → 2 → 3")
}

// forgets records that a node that is down lost its storage.
func forgets(at float64, node protocol.ID) trace.Record {
	return trace.Record{At: sec(at), Kind: trace.Fault, Node: node, Name: trace.StorageLost}
}

// A node that has lost its storage may join below its own child. Other nodes may not, nor
// may nodes in a computation that none of them can have lost.
func TestAcyclicExcusesTheForgetful(t *testing.T) {
	// 3 is the child of 2 in the tree of ⟨4,1⟩; 2 is down and comes back.
	child := []any{in(1, 2, 1, 4), in(2, 3, 2, 4), crash(3, 2)}
	for name, c := range map[string]struct {
		story []any
		want  []string
	}{
		"what it forgot":        {[]any{forgets(3, 2), boot(4, 2, 1), in(5, 2, 3, 4), end(9)}, nil},
		"what it kept":          {[]any{boot(4, 2, 1), in(5, 2, 3, 4), end(9)}, []string{"5s: parents acyclic: in the tree of ⟨4,1⟩ the parents form a circle: 2 → 3 → 2"}},
		"what others forgot":    {[]any{forgets(3, 7), boot(4, 2, 1), in(5, 2, 3, 4), end(9)}, []string{"2 → 3 → 2"}},
		"another fault":         {[]any{trace.Record{At: sec(3), Kind: trace.Fault, Node: 2, Name: "crash"}, boot(4, 2, 1), in(5, 2, 3, 4), end(9)}, []string{"2 → 3 → 2"}},
		"an older one":          {[]any{forgets(3, 2), boot(4, 2, 1), in(5, 3, 2, 3), in(6, 2, 3, 3), end(9)}, nil},
		"a newer one":           {[]any{forgets(3, 2), boot(4, 2, 1), in(5, 3, 2, 5), in(6, 2, 3, 5), end(9)}, []string{"6s: "}},
		"closed by another":     {[]any{forgets(3, 2), boot(4, 2, 1), in(5, 3, 4, 4), in(6, 2, 3, 4), in(7, 4, 2, 4), end(9)}, nil},
		"forgotten, then newer": {[]any{forgets(3, 2), boot(4, 2, 1), in(5, 2, 0, 6), in(6, 3, 2, 6), in(7, 2, 3, 6), end(9)}, []string{"7s: "}},
	} {
		got := feed(NewAcyclic(), append(slices.Clone(child), c.story...)...)
		t.Run(name, func(t *testing.T) { expect(t, got, "parents acyclic", c.want...) })
	}
}

// A circle is found once, and not again with every later change elsewhere.
func TestAcyclicReportsACircleOnce(t *testing.T) {
	expect(t, feed(NewAcyclic(), in(1, 2, 3, 1), in(2, 3, 2, 1), in(3, 4, 3, 1), in(4, 5, 4, 1), end(9)), "parents acyclic", "3 → 2 → 3")
}

// In any history of parents in one tree, a reference that walks up from every node after
// every change finds the first circle at the same instant.
func TestAcyclicAgainstAReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const nodes = 5
		var parents [nodes + 1]protocol.ID
		var tree [nodes + 1]bool
		circle := func() bool {
			for first := range parents {
				at, steps := first, 0
				for tree[at] && tree[parents[at]] && parents[at] != protocol.Nobody && steps <= nodes {
					at, steps = int(parents[at]), steps+1
				}
				if steps > nodes {
					return true
				}
			}
			return false
		}
		var story []any
		want := -1
		for s := range rapid.IntRange(1, 15).Draw(t, "changes") {
			node := protocol.ID(rapid.IntRange(1, nodes).Draw(t, "node"))
			if rapid.IntRange(0, 3).Draw(t, "leaves") == 0 {
				story = append(story, out(float64(s), node))
				tree[node] = false
			} else {
				parents[node] = protocol.ID(rapid.IntRange(0, nodes).Draw(t, "parent"))
				tree[node] = true
				story = append(story, in(float64(s), node, parents[node], 1))
			}
			if want < 0 && circle() {
				want = s
			}
		}
		got := feed(NewAcyclic(), append(story, end(99))...)
		switch {
		case (want >= 0) != (len(got) > 0):
			t.Fatalf("the reference finds a circle at %d, the checker %v", want, got)
		case want >= 0 && got[0].At != sec(float64(want)):
			t.Fatalf("the reference finds a circle at %d, the checker at %v", want, got[0].At)
		}
	})
}

// In any history of initiators, the numbers of each increase according to the checker and
// to a reference.
func TestNumbersAgainstAReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		book := map[protocol.ID][]uint32{}
		var story []any
		for s := range rapid.IntRange(0, 12).Draw(t, "elections") {
			node := protocol.ID(rapid.IntRange(1, 3).Draw(t, "node"))
			source := protocol.ID(rapid.IntRange(1, 3).Draw(t, "source"))
			num := rapid.Uint32Range(0, 9).Draw(t, "num")
			story = append(story, electing(float64(s), node, num, source))
			if node == source {
				book[node] = append(book[node], num)
			}
		}
		increase := true
		for _, nums := range book {
			increase = increase && slices.IsSorted(nums) && len(slices.Compact(slices.Clone(nums))) == len(nums)
		}
		if got := feed(NewMonotone(), story...); (len(got) == 0) != increase {
			t.Fatalf("%v, by the reference they increase: %v", got, increase)
		}
	})
}
