package scenarios

import (
	"bellwether/internal/formats/roadmap"
	"bellwether/mobility"
	"bellwether/scenarios/internal/section"
)

// roadsOf returns the map of a file, nil if it was not read.
func (s *Scenario) roadsOf(file string) mobility.Roads {
	for _, of := range s.roads {
		if of.File == file {
			return of.Map
		}
	}
	return nil
}

// mapOf returns the road map by which nodes move, nil if they do not.
func (s *Scenario) mapOf(m section.Mobility) *roadmap.Map {
	if m.Model != section.MobilityRoadMap {
		return nil
	}
	of, _ := s.roadsOf(m.File).(*roadmap.Map)
	return of
}
