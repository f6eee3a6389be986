package recorded

import (
	"bytes"
	"slices"

	"bellwether/internal/base/errs"
	"bellwether/internal/formats/roadmap"
	"bellwether/scenarios/internal/keys"
	"bellwether/scenarios/internal/section"
	"bellwether/scenarios/internal/sources"
)

// Roads are a road map that the scenario names.
type Roads struct {
	File string
	*roadmap.Map
}

// ReadRoads reads the road maps of the ways to move, each once.
func ReadRoads(file *keys.File, files *sources.Files, movings []section.Moving) (all []Roads) {
	for _, m := range movings {
		if m.Model != section.MobilityRoadMap || slices.ContainsFunc(all, func(of Roads) bool { return of.File == m.File }) {
			continue
		}
		if m.File == "" {
			if file.Sound(m.Path) {
				file.Fault(m.Path, "model road-map needs a file")
			}
			continue
		}
		at := m.Path + ".file"
		data, err := files.Data(m.File)
		if err != nil {
			file.Fault(at, "%s", sources.Why(m.File, err))
			continue
		}
		read, err := roadmap.Read(bytes.NewReader(data), m.File)
		if err != nil {
			file.Fault(at, "%s", errs.Why(err))
			continue
		}
		for _, other := range files.KeepRoads(m.File, data) {
			file.Fault(at, "%s and %s have the same name, and would be one file beside a copy of the scenario", other, m.File)
		}
		all = append(all, Roads{m.File, read})
	}
	return all
}
