package traces

import (
	"strconv"

	"bellwether/emulator"
	"bellwether/internal/recorded"
	"bellwether/internal/refuse"
	"bellwether/mobility"
	"bellwether/scenarios"
)

// Generate records how the nodes of a scenario move in the run of a seed. Nodes are named
// by their ids, or as in the trace that the scenario replays. They have altitudes unless the
// world is flat.
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
	if mobility.AltitudesOf(model).Flat() {
		t = t.Flattened()
	}
	if replayed, ok := model.(interface{ Anchor() recorded.Anchor }); ok {
		t = t.Anchored(replayed.Anchor())
	}
	return t.Lasting(s.Duration.Std()), nil
}
