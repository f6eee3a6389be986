package conformance

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"bellwether/emulator/story"
	"bellwether/internal/proof/explorer"
	"bellwether/trace/check"
)

// small are the worlds that are explored without Facts.Known: in every run, with timers
// that fire only at rest, all nodes end by naming the node that the goal wants. At most
// mostStates states of each are searched.
var small = []Known{
	{World: "line of 2, start each/all", Verdict: "holds"},
	{World: "line of 3, values permuted/tied", Verdict: "holds"},
	{World: "complete of 3, start each/all", Verdict: "holds"},
	{World: "complete of 3, crashes 1", Verdict: "holds"},
	{World: "line of 2, crashes 1, restarts 1", Verdict: "holds"},
}

// mostStates bounds the search of a small world. Of a larger world the shortest runs are
// searched: none of them may be at fault.
const mostStates = 10_000

// oneStatedOf is of how many stated worlds one is explored: where the flag asks for a third of the
// usual number of drawn worlds, of six, since a search takes as long as many of those.
func oneStatedOf() int { return max(1, 2*lessThanUsual()) }

// lessThanUsual is how many times fewer drawn worlds than usual the flag asks for; 0 for none fewer.
func lessThanUsual() int {
	if rewrites() || *worlds >= usualWorlds {
		return 0
	}
	return usualWorlds / max(1, *worlds)
}

// explores compares what the explorer finds in small worlds with what is stated. The story
// of a conviction must replay, with as many steps as are stated.
func explores(t testing.TB, r row) error {
	known, states := r.facts.Known, 0
	if known == nil {
		known, states = small, mostStates/max(1, lessThanUsual())
	}
	if err := haveStories(r); err != nil {
		return err
	}
	find := story.Only(r.a)
	var wrong []error
	for i, k := range known {
		if short() && i%12 != 0 || r.facts.Known != nil && i%oneStatedOf() != 0 {
			continue // each costs up to a second
		}
		o, err := explorer.Parse(r.a.Name, k.World)
		if err != nil {
			return &finding{"Facts.Known", fmt.Sprintf("%q: %v", k.World, err), `a world such as "line of 3, crashes 1"`}
		}
		o.States = states
		if r.facts.Invariants != nil {
			o.Invariants = func(_ string, params []string) []check.Property { return r.facts.Invariants(params) }
		}
		found, err := explorer.Explore(t.Context(), find, o, nil)
		if err != nil {
			return fmt.Errorf("%s: %w", k.World, err)
		}
		if states > 0 && found.Verdict == explorer.Bounded {
			continue
		}
		if string(found.Verdict) != k.Verdict || found.Steps != k.Steps {
			wrong = append(wrong, &finding{"Facts.Known", fmt.Sprintf("%s: %s after %d steps, stated is %s after %d. %s\n%s",
				k.World, found.Verdict, found.Steps, k.Verdict, k.Steps, found.Fault, found.Story),
				"a machine that does what is stated, or what the search found, with its reason"})
			continue
		}
		if err := replays(find, found); err != nil {
			return fmt.Errorf("%s: %w", k.World, err)
		}
		if found.Verdict == explorer.Convicted {
			wrong = append(wrong, keptStory(t, r, k, found))
		}
	}
	return errors.Join(wrong...)
}

// replays plays the story of a conviction: it must go as recorded, with the number of steps
// that the report states.
func replays(find story.Finder, r explorer.Report) error {
	if r.Verdict != explorer.Convicted {
		return nil
	}
	s, err := story.Read("found", strings.NewReader(r.Story))
	if err != nil {
		return err
	}
	var out strings.Builder
	differences, err := s.Play(find, &out)
	if err != nil || len(differences) > 0 {
		return fmt.Errorf("the story does not replay: %v, %v\n%s", err, differences, r.Story)
	}
	steps := 0
	for line := range strings.Lines(r.Story) {
		for _, verb := range []string{"deliver", "fire", "lose", "crash", "restart", "duplicate", "cut", "link", "resign", "offer"} {
			if strings.HasPrefix(line, verb+" ") && !strings.Contains(line, " after ") {
				steps++
			}
		}
	}
	if steps != r.Steps || !strings.HasPrefix(r.Story, "# "+r.Fault) {
		return fmt.Errorf("%d steps, the report says %d, of %q:\n%s", steps, r.Steps, r.Fault, r.Story)
	}
	return nil
}
