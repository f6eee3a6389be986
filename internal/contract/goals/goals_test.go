package goals_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"bellwether/internal/contract/goals"
	"bellwether/protocol"
)

// wanted adds members, and returns whom they should name.
func wanted(g protocol.Goal, quorum int, members ...goals.Standing) goals.Wanted {
	var c goals.Component
	for _, m := range members {
		c.Add(m)
	}
	return c.Wanted(g, quorum, func(id protocol.ID) bool {
		return slices.ContainsFunc(members, func(m goals.Standing) bool { return m.ID == id })
	})
}

// Node 4 offers most, node 2 has the smallest ID, nodes 3 and 4 have booted least often.
func TestWantedByGoal(t *testing.T) {
	members := []goals.Standing{
		{ID: 4, Value: 9, Incarnation: 1}, {ID: 2, Value: 7, Incarnation: 3}, {ID: 3, Value: 8, Incarnation: 1},
	}
	for goal, want := range map[protocol.Goal]protocol.ID{
		"": 4, protocol.GoalBest: 4, protocol.GoalSmallestID: 2, protocol.GoalStablest: 3,
	} {
		w := wanted(goal, 0, members...)
		if w.Leader != want || w.String() != want.String() {
			t.Errorf("goal %q wants %v, not %v", goal, w, want)
		}
		for id := range protocol.ID(6) {
			if w.Right(id) != (id == want) {
				t.Errorf("goal %q: %v is right: %t", goal, id, w.Right(id))
			}
		}
	}
	// Of equal values, that of the greater ID is wanted.
	if w := wanted(protocol.GoalBest, 0, goals.Standing{ID: 1, Value: 5}, goals.Standing{ID: 2, Value: 5}); w.Leader != 2 {
		t.Errorf("of equal values %v is wanted", w)
	}
}

// Any single one: all nodes that name a leader name the same, and it is a live member. If
// there are two leaders neither is right, not even the lower.
func TestWantedIsAnySingleOne(t *testing.T) {
	for name, row := range map[string]struct {
		leaders [3]protocol.ID // of nodes 1, 2, 3
		want    protocol.ID
	}{
		"all agree":                      {[3]protocol.ID{3, 3, 3}, 3},
		"the lowest knows nobody":        {[3]protocol.ID{0, 2, 2}, 2},
		"the leader itself knows nobody": {[3]protocol.ID{0, 1, 1}, 1},
		"one of them knows":              {[3]protocol.ID{0, 0, 1}, 1},
		"the highest names another":      {[3]protocol.ID{3, 3, 2}, protocol.Nobody},
		"the lowest names another":       {[3]protocol.ID{2, 3, 3}, protocol.Nobody},
		"nobody knows":                   {[3]protocol.ID{}, protocol.Nobody},
		"one who is elsewhere or dead":   {[3]protocol.ID{9, 9, 9}, protocol.Nobody},
		"one of the names is elsewhere":  {[3]protocol.ID{9, 2, 2}, protocol.Nobody},
	} {
		w := wanted(protocol.GoalAny, 0, goals.Standing{ID: 1, Leader: row.leaders[0]},
			goals.Standing{ID: 2, Leader: row.leaders[1]}, goals.Standing{ID: 3, Leader: row.leaders[2]})
		if w != (goals.Wanted{Leader: row.want}) {
			t.Errorf("%s: %v is wanted, not %v", name, w, row.want)
		}
		if w.Right(protocol.Nobody) || w.Leader == protocol.Nobody && (w.Right(2) || w.String() != "any one live member") {
			t.Errorf("%s: %v", name, w)
		}
	}
}

// A component without a quorum names nobody, whatever the goal. A component with one names
// a node.
func TestWantedByQuorum(t *testing.T) {
	a := protocol.Algorithm{Goal: protocol.GoalQuorum}
	for roster, want := range map[int]int{1: 1, 2: 2, 3: 2, 4: 3, 5: 3} {
		if got := a.QuorumOf(roster); got != want {
			t.Errorf("of %d nodes %d are a majority, not %d", roster, got, want)
		}
	}
	if got := (&protocol.Algorithm{}).QuorumOf(5); got != 0 {
		t.Errorf("without a quorum, %d nodes are needed", got)
	}
	if goal, quorum := goals.Written(protocol.GoalQuorum); goal != protocol.GoalAny || !quorum {
		t.Errorf("a quorum is written as %q, %t", goal, quorum)
	}
	if goal, quorum := goals.Written(protocol.GoalBest); goal != protocol.GoalBest || quorum {
		t.Errorf("the best is written as %q, %t", goal, quorum)
	}
	one, other := goals.Standing{ID: 1, Leader: 1}, goals.Standing{ID: 2, Leader: 1}
	for _, g := range []protocol.Goal{protocol.GoalBest, protocol.GoalSmallestID, protocol.GoalStablest, protocol.GoalAny, protocol.GoalQuorum} {
		w := wanted(g, 2, one)
		if !w.Right(protocol.Nobody) || w.Right(1) || w.String() != "nobody" {
			t.Errorf("goal %q, alone of 3: %v", g, w)
		}
		if w := wanted(g, 2, one, other); w.Minority || w.Right(protocol.Nobody) {
			t.Errorf("goal %q, two of 3: %v", g, w)
		}
	}
}

// In any component the order of members changes nothing, and the wanted node is a member.
// With the goal of any, IDs do not matter: if the nodes are renumbered, the same node is
// wanted.
func TestWantedInAnyComponent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 5).Draw(t, "members")
		var members []goals.Standing
		for id := protocol.ID(1); int(id) <= n; id++ {
			members = append(members, goals.Standing{ID: id, Value: rapid.Int64Range(0, 2).Draw(t, "value"),
				Incarnation: rapid.Int64Range(1, 2).Draw(t, "incarnation"),
				Leader:      protocol.ID(rapid.SampledFrom([]int{0, 1, 1, 2, n, n + 1}).Draw(t, "leader"))})
		}
		shuffled := rapid.Permutation(members).Draw(t, "order")
		for _, g := range []protocol.Goal{protocol.GoalBest, protocol.GoalSmallestID, protocol.GoalStablest, protocol.GoalAny} {
			w := wanted(g, 0, members...)
			if again := wanted(g, 0, shuffled...); again != w {
				t.Fatalf("goal %s: %v, in another order %v", g, w, again)
			}
			if int(w.Leader) > n || w.Leader == protocol.Nobody && g != protocol.GoalAny {
				t.Fatalf("goal %s: %v is wanted of %d", g, w, n)
			}
		}
		renamed := func(id protocol.ID) protocol.ID {
			if id == protocol.Nobody || int(id) > n {
				return id
			}
			return protocol.ID(n) + 1 - id
		}
		var mirrored []goals.Standing
		for _, m := range members {
			m.ID, m.Leader = renamed(m.ID), renamed(m.Leader)
			mirrored = append(mirrored, m)
		}
		was, now := wanted(protocol.GoalAny, 0, members...), wanted(protocol.GoalAny, 0, mirrored...)
		if now.Leader != renamed(was.Leader) {
			t.Fatalf("%v is wanted, renumbered %v", was, now)
		}
	})
}
