package scenarios

import (
	"fmt"

	"bellwether/internal/base/wording"
)

// Sound returns the warnings of a scenario, and a line that says what was asked for by this
// name, and that it has no fault.
func (s *Scenario) Sound(name string) (lines []string) {
	for _, w := range s.Warnings() {
		lines = append(lines, "warning: "+w.String())
	}
	as := ""
	if of, ok := s.recorded().Ruling(); ok && s.follows {
		as = fmt.Sprintf(" as %s lasts, the first %v are warm-up", of.File, s.Warmup)
	}
	return append(lines, fmt.Sprintf("%s: sound: %s, %v%s, %s of %s",
		name, wording.Count(s.Nodes, "node"), s.Duration, as, wording.Count(s.Runs, "run"), wording.Count(len(s.Algorithms), "algorithm")))
}
