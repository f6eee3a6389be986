package movement

import (
	"strconv"

	"bellwether/emulator"
	"bellwether/internal/base/errs"
	"bellwether/internal/formats/movetrace"
	"bellwether/mobility"
	"bellwether/scenarios"
)

// Generate records how the nodes of a scenario move in the run of a seed. Nodes are named
// by their ids, or as in the trace that the scenario replays. They have altitudes unless the
// world is flat.
func Generate(s *scenarios.Scenario, seed uint64) (*movetrace.Trace, error) {
	model := s.Movement()
	if model == nil {
		return nil, errs.Mobility.Errorf("the scenario's radio has no positions, so there is no movement to write")
	}
	moves := mobility.ForRun(model, seed)
	names := s.NodeNames()
	tracks := make([]movetrace.Track, s.Nodes)
	for i := range tracks {
		name := strconv.Itoa(i + 1)
		if i < len(names) {
			name = names[i]
		}
		var err error
		tracks[i], err = movetrace.Follow(emulator.Path(moves, seed, i+1), name, s.Duration.Std())
		if err != nil {
			return nil, err
		}
	}
	t, err := movetrace.NewTrace(tracks)
	if err != nil {
		return nil, errs.Mobility.Errorf("%w", err)
	}
	if mobility.AltitudesOf(model).Flat() {
		t = t.Flattened()
	}
	if replayed, ok := model.(interface{ Anchor() movetrace.Anchor }); ok {
		t = t.Anchored(replayed.Anchor())
	}
	return t.Lasting(s.Duration.Std()), nil
}
