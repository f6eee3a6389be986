package scenarios

import (
	"bellwether/scenarios/internal/recorded"
)

// replayOf returns what the section at a path replays, nil if it replays nothing.
func (s *Scenario) replayOf(path string) *recorded.Replay {
	for _, of := range s.replays {
		if of.Path == path {
			return of
		}
	}
	return nil
}
