package scenarios

import (
	"bellwether/scenarios/internal/section"
)

// movings are those that count: of each group, or the one of all.
func (s *Scenario) movings() []section.Moving { return section.Movings(&s.Mobility, s.Groups) }
