package sweep

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"bellwether/scenarios"
)

// A Starter starts the programs that orders name, from the files that came with the order, in a directory of
// their own. It starts none that is not allowed. The zero Starter allows none.
type Starter struct {
	// Allowed are programs by the first word of their commands, like python3, or by their content, like
	// sha256:9f86d0…, of which the beginning is enough; * is every program.
	Allowed []string

	start scenarios.Programs
	once  sync.Once
}

// shortest is the least that is given of a content.
const shortest = len("sha256:") + 8

// Close removes the files.
func (s *Starter) Close() error { return s.start.Close() }

// options lets a scenario that came with files start its programs, and sets refused if it may not start one.
func (s *Starter) options(o scenarios.Options, refused *error) scenarios.Options {
	if s == nil {
		return o
	}
	o.Program = func(e scenarios.Entry, _ string) (scenarios.Program, error) {
		s.once.Do(func() { s.start.Refuse = s.refuses })
		one, err := s.start.Start(e, "")
		if errors.As(err, new(refusal)) {
			*refused = err
		}
		return one, err
	}
	return o
}

// refuses returns an error unless the worker may start a program.
func (s *Starter) refuses(e scenarios.Entry, content string) error {
	if slices.ContainsFunc(s.Allowed, func(one string) bool {
		if strings.HasPrefix(one, "sha256:") {
			return len(one) >= shortest && strings.HasPrefix(content, one)
		}
		return e.Command[0] == one || one == "*"
	}) {
		return nil
	}
	return refusal(fmt.Sprintf("this worker does not start the program %s of content %s: it may start %s", e.Command[0], content, strings.Join(s.Allowed, ", ")))
}

// refusal says why a program is not started.
type refusal string

func (r refusal) Error() string { return string(r) }
