package play

import (
	"fmt"
	"slices"
	"strings"

	"bellwether/internal/base/build"
	"bellwether/scenarios"
)

// Alone begins to play a scenario given as text, without a file or a command line: the user
// can begin again with any built-in scenario, and nothing is kept.
func Alone(name string, text []byte) (*Player, error) {
	return AloneIn(Base{Scenario: name + ".yaml", Text: text}, nil)
}

// AloneIn begins to play a base that has a text. changes are what each change of its lesson sets.
func AloneIn(first Base, changes [][]string) (*Player, error) {
	session, err := Begin(first)
	if err != nil {
		return nil, err
	}
	name := session.world.Name
	begin := func(scenario, algorithm string, seed uint64) (*Session, error) {
		b := first
		b.Seed = seed
		if scenario != name {
			if _, builtin := scenarios.Source(scenario); !builtin {
				return nil, fmt.Errorf("%s is not one of the worlds to choose from", scenario)
			}
			b.Scenario, b.Text, b.Lesson = scenario, nil, nil
		}
		if algorithm != "" {
			b.Load.Algorithms = []string{algorithm}
		}
		return Begin(b)
	}
	change := func(n int) (*Session, error) {
		if n < 1 || n > len(changes) {
			return nil, fmt.Errorf("the lesson has %d changes: there is no change %d", len(changes), n)
		}
		b := first
		for _, set := range changes[n-1] {
			path, value, _ := strings.Cut(set, "=")
			b.Load.Set = append(slices.Clone(b.Load.Set), scenarios.Assign(path, value))
		}
		return Begin(b)
	}
	if changes == nil {
		change = nil
	}
	var algorithms []string
	for _, a := range scenarios.Algorithms() {
		algorithms = append(algorithms, a.Name)
	}
	return New(session, Options{Build: build.Version(), Begin: begin, Change: change, Worlds: Worlds(name), Algorithms: algorithms}), nil
}

// Worlds lists the scenarios to begin with: the first one, and the built-in ones.
func Worlds(first string) []string {
	worlds := []string{first}
	for _, name := range scenarios.Builtin() {
		if name != first {
			worlds = append(worlds, name)
		}
	}
	return worlds
}
