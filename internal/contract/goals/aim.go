package goals

import "bellwether/protocol"

// An Aim is what two rows must share so that a verdict may compare how well they reach it: a goal
// as Written has it, and whether it needs a quorum. The zero Aim is unknown.
type Aim struct {
	Goal   protocol.Goal
	Quorum bool
}

// best is the aim to elect the best node, in every component.
var best = Aim{Goal: protocol.GoalBest}

// Best reports whether the aim is to elect the best node of every component.
func (a Aim) Best() bool { return a == best }

// Common returns the aim by which a verdict compares rows, of which each has one: to elect the best
// node if two rows do, else the one that most rows share, at least two; the first of several. It is
// false if no two rows share one.
func Common(rows []Aim) (common Aim, shared bool) {
	count, most := map[Aim]int{}, 1
	for _, a := range rows {
		count[a]++
	}
	if count[best] > most {
		return best, true
	}
	for _, a := range rows {
		if a != (Aim{}) && count[a] > most {
			common, most = a, count[a]
		}
	}
	return common, most > 1
}
