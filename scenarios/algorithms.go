package scenarios

import (
	"bellwether/baseline"
	"bellwether/election"
	"bellwether/election/tanist"
	"bellwether/internal/base/errs"
	"bellwether/internal/base/strictyaml"
	"bellwether/overlay"
	"bellwether/protocol"
	"bellwether/scenarios/internal/section"
)

// Algorithms is the table of all algorithms: the two of package election first.
func Algorithms() []protocol.Algorithm {
	return append([]protocol.Algorithm{election.Vasudevan(), tanist.Algorithm()}, baseline.All()...)
}

// Algorithm finds one by name.
func Algorithm(name string) (protocol.Algorithm, bool) {
	return table(Algorithms()).named(name)
}

// Algorithm finds an algorithm by name, among those that come with bellwether and the
// program's own. All runs of the scenario share it, so it must not be changed.
func (s *Scenario) Algorithm(name string) (protocol.Algorithm, bool) {
	return s.algorithms().named(name)
}

// algorithms are all that the scenario may name.
func (s *Scenario) algorithms() table {
	if s.table != nil {
		return s.table
	}
	return append(Algorithms(), s.options.More...)
}

// distinct refuses two algorithms of one name, and one without.
func distinct(list table) error {
	seen := map[string]bool{}
	for _, a := range list {
		if a.Name == section.WordAll {
			return errs.Scenarios.Errorf("no algorithm can be called %s: in a scenario that stands for every one", section.WordAll)
		}
		if !ownName.MatchString(a.Name) {
			return errs.Scenarios.Errorf("an algorithm is called %q: want small letters, digits, dots, underscores and hyphens", a.Name)
		}
		if a.New == nil {
			return errs.Scenarios.Errorf("algorithm %s makes no machines: its New is nil", a.Name)
		}
		if a.SettleBound == nil {
			return errs.Scenarios.Errorf("algorithm %s says not by when all agree: its SettleBound is nil", a.Name)
		}
		if seen[a.Name] {
			return errs.Scenarios.Errorf("two algorithms are called %s", a.Name)
		}
		seen[a.Name] = true
	}
	return nil
}

// declared refuses an algorithm whose machines do what it does not declare, as far as
// that shows when one runs by itself; the rest shows in runs.
func declared(a protocol.Algorithm) error {
	var s Scenario
	strictyaml.Default(&s)
	config, faults := s.setup(Entry{Name: a.Name}, a)
	if len(faults) > 0 {
		return nil // of its parameters, which loading tells better
	}
	if err := overlay.Rehearse(a, config); err != nil {
		return errs.Scenarios.Errorf("%w", err)
	}
	return nil
}
