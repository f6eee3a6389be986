package movement

import (
	"bellwether/internal/formats/roadmap"
	"bellwether/mobility"
	"bellwether/scenarios/internal/recorded"
	"bellwether/scenarios/internal/section"
)

// roadsOf returns the map of a file, nil if it was not read.
func (w *Ways) roadsOf(file string) mobility.Roads {
	for _, of := range w.Roads {
		if of.File == file {
			return of.Map
		}
	}
	return nil
}

// Map returns the road map by which nodes move, nil if they do not.
func (w *Ways) Map(m section.Mobility) *roadmap.Map {
	if m.Model != section.MobilityRoadMap {
		return nil
	}
	of, _ := w.roadsOf(m.File).(*roadmap.Map)
	return of
}

// Replay returns what the section at a path replays, nil if it replays nothing.
func (w *Ways) Replay(path string) *recorded.Replay {
	for _, of := range w.Replays {
		if of.Path == path {
			return of
		}
	}
	return nil
}
