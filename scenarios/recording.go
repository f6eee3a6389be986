package scenarios

import (
	"bellwether/scenarios/internal/recorded"
)

// Recorded reports whether the world was recorded (the movement or the contacts of nodes),
// so that it is the same in every run.
func (s *Scenario) Recorded() bool {
	return s.met != nil || len(s.replays) > 0 && len(s.replays) == len(s.movings())
}

// recorded is what the scenario has of recordings.
func (s *Scenario) recorded() *recorded.World {
	return &recorded.World{Replays: s.replays, Movings: s.movings(), Nodes: s.Nodes, Met: s.met, Radio: &s.Radio, Table: s.radioFiles.Table()}
}

// recorded sets and checks what recordings decide.
func (r *reader) recorded() *recorded.Rules {
	return &recorded.Rules{File: r.File, World: r.s.recorded(), Warmup: r.s.Warmup, Duration: r.s.Duration}
}
