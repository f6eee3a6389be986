package scenarios

import (
	"testing"

	"bellwether/internal/base/stats"
	"bellwether/protocol"
)

// The runs of a built-in world are enough for a verdict: each two rows that elect the best are
// compared by time badly led and by frames, corrected together. Old-town takes minutes as it is,
// and says how many runs it takes.
func TestTheRunsOfBuiltinWorldsAllowAVerdict(t *testing.T) {
	short := map[string]int{"old-town": 12}
	for _, name := range Builtin() {
		s, rows := load(t, name, Options{}), 0
		for _, e := range s.Algorithms {
			if a, ok := s.Algorithm(e.Name); ok && a.Goal == protocol.GoalBest {
				rows++
			}
		}
		if rows < 2 {
			continue
		}
		needed := stats.LeastPairs(rows * (rows - 1))
		if told, known := short[name]; known && (needed != told || s.Runs >= needed) {
			t.Errorf("%s is said to need %d runs: it has %d and needs %d", name, told, s.Runs, needed)
		} else if !known && s.Runs < needed {
			t.Errorf("%s has %d runs; to tell %d rows from each other takes %d", name, s.Runs, rows, needed)
		}
	}
}
