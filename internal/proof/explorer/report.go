package explorer

import (
	"fmt"
	"strconv"
	"strings"

	"bellwether/emulator/story"
	"bellwether/internal/base/crash"
	"bellwether/internal/base/wording"
	"bellwether/internal/sim/async"
	"bellwether/protocol"
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
	Fault   string   // of a convicted run
	Steps   int      // of that run, from the start of the election
	Story   string   // a script that replays the run
	States  int      // different states seen
	Ends    int      // those that are ends of runs
	Depth   int      // steps of the deepest state expanded; if not all are: up to which all runs are judged
	Covered []string // what was tried, what was not, and what was assumed, a sentence each

	Beginnings int
	Begun      int // of these
}

// convict ends the search with a run to the fault c after a state. If the run cannot be
// repeated, it reports the breach of the machines' contract instead.
func (s *search) convict(from int32, c child) {
	path, root := s.path(from)
	if from >= 0 && !c.leaf {
		path = append(path, c.choice)
	}
	if s.faulty = root; !c.leaf && len(s.states) < s.States {
		s.report.States = 1 // the one with the fault, which is not in s.states
	}
	path = append(path, c.after...)
	if d := s.repeat(from, path, c); d != nil {
		path, c = d.path, child{fault: d.fault, apart: true}
	}
	s.report.Verdict, s.report.Fault, s.report.Steps = Convicted, c.fault, len(path)
	s.report.Story = s.asStory(root, path, c)
}

// asStory returns a run as a story, with its record.
func (s *search) asStory(from *root, path []async.Choice, c child) string {
	var script strings.Builder
	fmt.Fprintf(&script, "# %s\n", c.fault)
	write := func(d story.Directive) {
		fmt.Fprintf(&script, "%s\n", strings.Join(append([]string{d.Verb}, d.Words...), " "))
		for _, line := range d.Input {
			fmt.Fprintln(&script, line)
		}
		fmt.Fprintln(&script)
	}
	write(from.nodes)
	if from.starters != nil {
		elect := story.Directive{Verb: "elect"}
		for _, id := range from.starters {
			elect.Words = append(elect.Words, name(id))
		}
		write(elect)
	}
	now := s.begin(from)
	for i, step := range path {
		if c.cycle > 0 && i == len(path)-c.cycle {
			fmt.Fprintln(&script, "# From here on the steps repeat for ever.")
		}
		if !now.can(step) {
			break // the machines behave differently this time
		}
		for _, d := range now.directives(step) {
			write(d)
		}
		s.act(now, step)
	}
	switch {
	case now.broken != "":
	case c.apart:
		write(story.Directive{Verb: "state"})
	default:
		for _, d := range s.verdicts(now) {
			write(d)
		}
	}
	read, err := story.Read("found", strings.NewReader(script.String()))
	if err != nil {
		panic("explorer: a run that is no story: " + err.Error())
	}
	var out strings.Builder
	if _, err := read.Play(s.find, &out); err != nil && len(crash.Find(err)) == 0 {
		fmt.Fprintf(&out, "\n# Played, the story stops here: %v\n", err)
	}
	return out.String()
}

// directives are the directives of a step that is about to be taken.
func (r *run) directives(c async.Choice) []story.Directive {
	say := func(verb string, words ...string) []story.Directive {
		return []story.Directive{{Verb: verb, Words: words}}
	}
	node, link := name(c.Node), name(c.Node)+"-"+name(c.Other)
	switch c.Do {
	case async.Deliver, async.Fire:
		step, whose := say("deliver", link), name(c.Other)
		if c.Do == async.Fire {
			step, whose = say("fire", node, strconv.Itoa(int(c.Timer))), node
		}
		if c.Torn > 0 {
			return append(say("crash", whose, "after", strconv.Itoa(int(c.Torn)-1)), step...)
		}
		return step
	case async.Lose:
		return say("lose", link)
	case async.Duplicate:
		return say("duplicate", link)
	case async.Crash:
		return say("crash", node)
	case async.Restart:
		return say("restart", node)
	case async.Forget:
		return say("restart", node, "forget")
	case async.Cut:
		return say("cut", link)
	case async.Link:
		return say("link", link)
	case async.Resign:
		return say("resign", node)
	case doSplit:
		return say("cut", linkWords(r.crossing(uint32(c.Node)))...)
	case doMerge:
		return say("link", linkWords(r.missing())...)
	case doRaise, doLower:
		return say("offer", node, strconv.FormatInt(r.offer(c), 10))
	}
	panic(fmt.Sprintf("explorer: no directive takes the step %+v", c))
}

func linkWords(of []async.Pair) (out []string) {
	for _, e := range of {
		out = append(out, name(e.A)+"-"+name(e.B))
	}
	return out
}

// verdicts returns directives that show what is wrong at the end of a run: checks of the
// leader of each component, and the state of all nodes if the leaders are right.
func (s *search) verdicts(r *run) []story.Directive {
	var out []story.Directive
	for _, c := range r.Topology.Components() {
		want := r.Standings.Wanted(c, s.algorithm.Goal, s.quorum)
		if want.Leader != protocol.Nobody {
			out = append(out, story.Directive{Verb: "check", Words: []string{name(want.Leader)}})
			continue
		}
		out = append(out, story.Directive{Verb: "check"})
		break
	}
	if s.goalHolds(r) {
		out = append(out, story.Directive{Verb: "state"})
	}
	return out
}

// String is the report in a sentence.
func (r Report) String() string {
	seen := fmt.Sprintf("%s, %s", wording.Count(r.States, "state"), wording.Count(r.Ends, "end"))
	switch r.Verdict {
	case Convicted:
		return fmt.Sprintf("convicted after %s: %s", wording.Count(r.Steps, "step"), r.Fault)
	case Holds:
		return fmt.Sprintf("holds: no fault in any run of the world below; %s, the longest way %s", seen, wording.Count(r.Depth, "step"))
	}
	return fmt.Sprintf("%s: no fault in any run of up to %s%s; %s; there are more runs", r.Verdict, wording.Count(r.Depth, "step"), r.from(), seen)
}

// from says how many beginnings the judged runs are from, "" if they are from all.
func (r Report) from() string {
	if r.Begun == r.Beginnings {
		return ""
	}
	return fmt.Sprintf(" from %d of %s", r.Begun, wording.Count(r.Beginnings, "beginning"))
}
