package explorer

import (
	"fmt"
	"strings"

	"bellwether/internal/plural"
)

// describe says what the search tries, what it does not try, and what it assumes.
func (r *Report) describe(s *search) {
	var tried, not []string
	for f, n := range s.Budget {
		if n > 0 {
			tried = append(tried, fmt.Sprintf("%v up to %d", Fault(f), n))
		} else {
			not = append(not, Fault(f).String())
		}
	}
	timers := "timers when no message is on its way, the earliest first, equal ones in every order"
	if s.Timers == AnyTime {
		timers = "timers at any time, in any order"
	} else {
		not = append(not, "timers that are faster than messages")
	}
	r.Covered = append(r.Covered, "tried: every order of delivery, first in first out on each link; "+timers)
	if len(tried) > 0 {
		r.Covered = append(r.Covered, "faults, at any moment: "+strings.Join(tried, ", "))
	}
	if says := s.sayServices(); says != "" {
		r.Covered = append(r.Covered, says)
	} else {
		not = append(not, "services of the nodes (an oracle knows neighbours and routes)")
	}
	r.Covered = append(r.Covered, s.beginnings(), "not tried: "+strings.Join(not, ", "))
	r.Covered = append(r.Covered, "judged: "+s.judged())
	r.Covered = append(r.Covered, "assumed: each message is delivered or lost at last; each handler of a node draws the same numbers")
	if s.Plain {
		r.Covered = append(r.Covered, "reduction: none")
	} else {
		r.Covered = append(r.Covered, "reduction: of deliveries to different nodes at one moment one order is taken (sleep sets); every state is seen")
	}
}

// beginnings says in how many worlds runs begin.
func (s *search) beginnings() string {
	seeds := ""
	if s.Seeds > 1 {
		seeds = ", " + plural.Of(s.Seeds, "seed")
	}
	return fmt.Sprintf("%s: values %s; started by %s%s", plural.Of(len(s.roots), "beginning"),
		strings.Join(s.Values, ", "), strings.Join(s.Start, ", "), seeds)
}

// judged says what must hold.
func (s *search) judged() string {
	var out []string
	if s.Timers == AtRest {
		out = append(out, fmt.Sprintf("every live node names whom the goal (%s) wants within the algorithm's bound after the last fault, and %v longer", s.goalName(), s.idle),
			"an election without a fault ends with whom the goal wants", "messages come to rest")
	} else {
		out = append(out, fmt.Sprintf("every live node names whom the goal (%s) wants where nothing is left to happen", s.goalName()),
			"messages come to rest", "not whether it is in time: with timers at any time there is no time")
	}
	switch s.OneLeader {
	case Always:
		out = append(out, "no component ever has two leaders")
	case Quiescence:
		out = append(out, "no component has two leaders while no message is on its way")
	}
	for _, p := range s.properties {
		out = append(out, p.Name)
	}
	for _, p := range s.always {
		out = append(out, fmt.Sprintf("always %q", p.text))
	}
	for _, p := range s.eventually {
		out = append(out, fmt.Sprintf("eventually %q", p.text))
	}
	return strings.Join(out, "; ")
}

func (s *search) goalName() string {
	if s.algorithm.Goal == "" {
		return "best"
	}
	return string(s.algorithm.Goal)
}
