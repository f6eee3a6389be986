package explorer

import (
	"fmt"
	"strconv"
	"strings"

	"bellwether/emulator/story"
	"bellwether/internal/plural"
	"bellwether/internal/steps"
)

// Verdict is what a search found.
type Verdict string

// The verdicts.
const (
	Holds       Verdict = "holds"       // every run was searched, and none has a fault
	Convicted   Verdict = "convicted"   // a run has a fault
	Bounded     Verdict = "bounded"     // no fault within the bounds; there are more runs
	Interrupted Verdict = "interrupted" // no fault so far
)

// A Report is what a search found.
type Report struct {
	Verdict Verdict
	Fault   string // of a convicted run
	Steps   int    // of that run, from the start of the election
	Story   string // a script that replays the run
	States  int    // different states seen
	Settled int    // those that are ends of runs
	Depth   int    // steps of the deepest state expanded
}

// convict ends the search with the run that leads to a state.
func (s *search) convict(at int32, fault string) {
	s.report.Verdict, s.report.Fault = Convicted, fault
	s.report.Steps = int(s.states[at].depth)
	s.report.Story = s.tell(s.path(at), fault)
}

// directives are the directives of a story for a run.
func (s *search) directives(path []steps.Choice) []story.Directive {
	out := []story.Directive{s.nodes()}
	if s.starters != nil {
		elect := story.Directive{Verb: "elect"}
		for _, id := range s.starters {
			elect.Words = append(elect.Words, s.setup.Name(id))
		}
		out = append(out, elect)
	}
	for _, c := range path {
		node, way := s.setup.Name(c.Node), s.setup.Name(c.Node)+"-"+s.setup.Name(c.Other)
		switch c.Do {
		case steps.Deliver:
			out = append(out, story.Directive{Verb: "deliver", Words: []string{way}})
		case steps.Lose:
			out = append(out, story.Directive{Verb: "lose", Words: []string{way}})
		case steps.Fire:
			out = append(out, story.Directive{Verb: "fire", Words: []string{node, strconv.Itoa(int(c.Timer))}})
		case steps.Crash:
			out = append(out, story.Directive{Verb: "crash", Words: []string{node}})
		default:
			panic(fmt.Sprintf("no directive takes the step %+v", c))
		}
	}
	return append(out, story.Directive{Verb: "check"})
}

// tell writes a run as a story, with its record.
func (s *search) tell(path []steps.Choice, fault string) string {
	var script strings.Builder
	fmt.Fprintf(&script, "# %s\n", fault)
	for _, d := range s.directives(path) {
		fmt.Fprintf(&script, "%s\n", strings.Join(append([]string{d.Verb}, d.Words...), " "))
		for _, line := range d.Input {
			fmt.Fprintln(&script, line)
		}
		fmt.Fprintln(&script)
	}
	read, err := story.Read("found", strings.NewReader(script.String()))
	if err != nil {
		panic("explorer: a run that is no story: " + err.Error())
	}
	var out strings.Builder
	if _, err := read.Play(s.find, &out); err != nil {
		panic("explorer: a run that does not replay: " + err.Error())
	}
	return out.String()
}

// String is the report in a sentence.
func (r Report) String() string {
	switch r.Verdict {
	case Convicted:
		return fmt.Sprintf("convicted after %s: %s", plural.Of(r.Steps, "step"), r.Fault)
	case Holds:
		return fmt.Sprintf("holds: all runs seen, %s, the longest way %s, %s",
			plural.Of(r.States, "state"), plural.Of(r.Depth, "step"), plural.Of(r.Settled, "end"))
	}
	return fmt.Sprintf("%s: no fault in any run of up to %s, %s, %s; there are more",
		r.Verdict, plural.Of(r.Depth, "step"), plural.Of(r.States, "state"), plural.Of(r.Settled, "end"))
}
