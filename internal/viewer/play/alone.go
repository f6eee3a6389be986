package play

import (
	"fmt"

	"bellwether/internal/base/build"
	"bellwether/scenarios"
)

// Alone begins to play a scenario given as text, without a file or a command line: the user
// can begin again with any built-in scenario, and nothing is kept.
func Alone(name string, text []byte) (*Player, error) {
	begin := func(scenario, algorithm string, seed uint64) (*Session, error) {
		b := Base{Scenario: name + ".yaml", Text: text, Seed: seed}
		if scenario != name {
			if _, builtin := scenarios.Source(scenario); !builtin {
				return nil, fmt.Errorf("%s is not one of the worlds to choose from", scenario)
			}
			b.Scenario, b.Text = scenario, nil
		}
		if algorithm != "" {
			b.Load.Algorithms = []string{algorithm}
		}
		return Begin(b)
	}
	session, err := begin(name, "", 0)
	if err != nil {
		return nil, err
	}
	var algorithms []string
	for _, a := range scenarios.Algorithms() {
		algorithms = append(algorithms, a.Name)
	}
	return New(session, Options{Build: build.Version(), Begin: begin, Worlds: Worlds(name), Algorithms: algorithms}), nil
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
