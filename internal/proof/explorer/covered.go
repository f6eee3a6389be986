package explorer

import (
	"fmt"
	"strings"

	"bellwether/internal/base/wording"
)

// describe lists what the search tries, what it does not try, and what it assumes.
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

// beginnings describes the beginnings: their number, values, starters and seeds.
func (s *search) beginnings() string {
	seeds := ""
	if s.Seeds > 1 {
		seeds = ", " + wording.Count(s.Seeds, "seed")
	}
	return fmt.Sprintf("%s: values %s; started by %s%s", wording.Count(len(s.roots), "beginning"),
		strings.Join(s.Values, ", "), strings.Join(s.Start, ", "), seeds)
}

// judged lists what must hold.
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

// extent adds which beginnings were searched, if the search did not finish.
func (r *Report) extent(s *search) {
	if r.Beginnings, r.Begun = len(s.roots), s.begun; r.Verdict == Holds {
		return
	}
	finished := s.finished()
	line := fmt.Sprintf("looked at: of %s %s begun and %d searched to the end", wording.Count(len(s.roots), "beginning"), wereOf(s.begun), finished)
	if left := s.roots[s.begun:]; len(left) > 0 {
		var names []string
		for i := range left[:min(len(left), mostNamed)] {
			names = append(names, left[i].String())
		}
		if more := len(left) - mostNamed; more > 0 {
			names = append(names, fmt.Sprintf("%d more", more))
		}
		line += "; not begun: " + strings.Join(names, "; ")
	}
	if s.given > 0 {
		line += fmt.Sprintf("; from the checkpoint: %s", wording.Count(s.given, "state"))
	}
	r.Covered = append(r.Covered, line)
	if r.Verdict == Bounded {
		r.Covered = append(r.Covered, fmt.Sprintf("bounds: %s, and %s in a run; the deliveries by which a run is followed to see whether messages come to rest, up to %d, count for neither",
			wording.Count(s.States, "state"), wording.Count(s.Depth, "step"), mostDeliveries))
	}
}

// mostNamed is how many beginnings are named: a search may have thousands.
const mostNamed = 4

func wereOf(n int) string {
	if n == 1 {
		return "1 was"
	}
	return fmt.Sprintf("%d were", n)
}

// finished counts the beginnings whose runs are all judged: every state of them is expanded,
// and every state of other beginnings that their runs have reached.
func (s *search) finished() int {
	open := make([]bool, len(s.roots))
	for i := s.next; i < len(s.states); i++ {
		open[s.states[i].root] = true
	}
	for _, a := range s.again {
		open[s.states[a.state].root] = true
	}
	for again := true; again; {
		again = false
		for join := range s.joins {
			if open[join[1]] && !open[join[0]] {
				open[join[0]], again = true, true
			}
		}
	}
	n := 0
	for i := range s.begun {
		if !open[i] && s.faulty != &s.roots[i] {
			n++
		}
	}
	return n
}
