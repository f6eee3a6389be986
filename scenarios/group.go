package scenarios

import (
	"bellwether/mobility"
	"bellwether/scenarios/internal/section"
)

// movings are those that count: of each group, or the one of all.
func (s *Scenario) movings() []section.Moving {
	if len(s.Groups) == 0 {
		return []section.Moving{{Mobility: &s.Mobility, Path: "mobility"}}
	}
	var out []section.Moving
	for i := range s.Groups {
		out = append(out, section.Moving{Mobility: &s.Groups[i].Mobility, Path: section.Item("groups", i) + ".mobility", Group: &s.Groups[i]})
	}
	return out
}

// area is the part of the world where nodes move so.
func (s *Scenario) area(m section.Moving) mobility.Area {
	if m.Group == nil {
		return mobility.Area{Width: s.World.Width, Height: s.World.Height}
	}
	a := m.Group.Area
	return mobility.Area{Width: a.Width, Height: a.Height, Origin: [2]float64{a.X, a.Y}}
}
