package goals_test

import (
	"testing"

	"bellwether/internal/contract/goals"
	"bellwether/protocol"
)

// Rows are compared by the goal to elect the best if two have it, else by the goal of most; never by
// one that a single row has, nor with a quorum and without.
func TestRowsAreComparedByACommonAim(t *testing.T) {
	b, s, a := goals.Aim{Goal: protocol.GoalBest}, goals.Aim{Goal: protocol.GoalSmallestID}, goals.Aim{Goal: protocol.GoalAny}
	q, unknown := goals.Aim{Goal: protocol.GoalAny, Quorum: true}, goals.Aim{}
	for _, c := range []struct {
		rows []goals.Aim
		want goals.Aim // unknown: none
	}{
		{nil, unknown},
		{[]goals.Aim{b}, unknown},
		{[]goals.Aim{s, b, a}, unknown},
		{[]goals.Aim{a, q}, unknown},
		{[]goals.Aim{unknown, unknown}, unknown},
		{[]goals.Aim{s, s, s, b, b}, b},
		{[]goals.Aim{b, s, s}, s},
		{[]goals.Aim{a, a, s, s, s}, s},
		{[]goals.Aim{a, s, s, a}, a},
		{[]goals.Aim{q, b, q}, q},
	} {
		if got, shared := goals.Common(c.rows); got != c.want || shared != (c.want != unknown) {
			t.Errorf("%v: %v, %v, want %v", c.rows, got, shared, c.want)
		}
	}
	if !b.Best() || s.Best() || (goals.Aim{Goal: protocol.GoalBest, Quorum: true}).Best() || unknown.Best() {
		t.Error("another aim passes for that to elect the best")
	}
}
