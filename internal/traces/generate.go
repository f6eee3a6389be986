package traces

import (
	"fmt"
	"strconv"

	"bellwether/emulator"
	"bellwether/internal/recorded"
	"bellwether/internal/refuse"
	"bellwether/mobility"
	"bellwether/scenarios"
)

// GenerateLosses says, in words, what [Generate] leaves out of a scenario's movement.
func GenerateLosses(s *scenarios.Scenario) []string {
	model := s.Movement()
	if model == nil {
		return nil
	}
	a := mobility.AltitudesOf(model)
	if a.Flat() {
		return nil
	}
	return []string{fmt.Sprintf("altitudes are left out: they are from %.6g to %.6g m, and all nodes are written as on the ground; contacts are those in the plane, and not those of a run", a.MinM, a.MaxM)}
}

// Generate records how the nodes of a scenario move in the run of a seed. Nodes are named
// by their ids, or as in the trace that the scenario replays.
func Generate(s *scenarios.Scenario, seed uint64) (*recorded.Trace, error) {
	model := s.Movement()
	if model == nil {
		return nil, refuse.Mobility.Errorf("the scenario's radio has no positions, so there is no movement to write")
	}
	moves := mobility.ForRun(model, seed)
	names := s.NodeNames()
	tracks := make([]recorded.Track, s.Nodes)
	for i := range tracks {
		name := strconv.Itoa(i + 1)
		if i < len(names) {
			name = names[i]
		}
		var err error
		tracks[i], err = recorded.Follow(emulator.Path(moves, seed, i+1), name, s.Duration.Std())
		if err != nil {
			return nil, err
		}
	}
	t, err := recorded.NewTrace(tracks)
	if err != nil {
		return nil, refuse.Mobility.Errorf("%w", err)
	}
	if replayed, ok := model.(interface{ Anchor() recorded.Anchor }); ok {
		t = t.Anchored(replayed.Anchor())
	}
	return t.Lasting(s.Duration.Std()), nil
}
