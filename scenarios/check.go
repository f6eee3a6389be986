package scenarios

import (
	"errors"
	"fmt"

	"bellwether/internal/base/wording"
)

// Check loads scenarios and gives a line for each that is sound, and its
// warnings; the error holds the faults of the others.
func Check(names []string, o Options) (lines []string, err error) {
	var faults []error
	for _, name := range names {
		s, err := Load(name, o)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		for _, w := range s.Warnings() {
			lines = append(lines, "warning: "+w.String())
		}
		as := ""
		if of, ok := s.recorded().Ruling(); ok && s.follows {
			as = fmt.Sprintf(" as %s lasts, the first %v are warm-up", of.File, s.Warmup)
		}
		lines = append(lines, fmt.Sprintf("%s: sound: %s, %v%s, %s of %s",
			name, wording.Count(s.Nodes, "node"), s.Duration, as, wording.Count(s.Runs, "run"), wording.Count(len(s.Algorithms), "algorithm")))
	}
	return lines, errors.Join(faults...)
}
