package scenarios

import (
	"bytes"
	"errors"
	"io/fs"
	"path/filepath"

	"bellwether/internal/base/errs"
	"bellwether/internal/formats/roadmap"
	"bellwether/mobility"
	"bellwether/scenarios/internal/section"
)

// roads are a road map that the scenario names.
type roads struct {
	file string
	copy sideFile
	*roadmap.Map
}

// readRoads reads the road maps, each once.
func (r *reader) readRoads() {
	if r.s.Radio.Placeless() {
		return
	}
	for _, m := range r.s.movings() {
		if m.Model != section.MobilityRoadMap || r.s.roadsOf(m.File) != nil {
			continue
		}
		if m.File == "" {
			if r.Sound(m.Path) {
				r.Fault(m.Path, "model road-map needs a file")
			}
			continue
		}
		at := m.Path + ".file"
		data, err := r.readAll(m.File)
		if err != nil {
			var path *fs.PathError
			if errors.As(err, &path) {
				err = path.Err
			}
			r.Fault(at, "cannot read %s: %v", m.File, err)
			continue
		}
		read, err := roadmap.Read(bytes.NewReader(data), m.File)
		if err != nil {
			r.Fault(at, "%s", errs.Why(err))
			continue
		}
		for _, other := range r.s.roads {
			if filepath.Base(other.file) == filepath.Base(m.File) {
				r.Fault(at, "%s and %s have the same name, and would be one file beside a copy of the scenario", other.file, m.File)
			}
		}
		r.s.roads = append(r.s.roads, roads{m.File, r.fileOf(m.File, data), read})
	}
}

// roadsOf returns the map of a file, nil if it was not read.
func (s *Scenario) roadsOf(file string) mobility.Roads {
	for _, of := range s.roads {
		if of.file == file {
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
