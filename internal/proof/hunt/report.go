package hunt

import (
	"fmt"
	"io"
	"strings"

	"bellwether/internal/base/wording"
)

// WriteFind writes a found world: what it breaks, the smallest world that breaks it, and the
// command that shows it again.
func WriteFind(to io.Writer, f *Find, o *Options) {
	program := string(o.Program.Program())
	fmt.Fprintf(to, "%s breaks the law %s, in world %d of seed %d (%s, %s):\n", f.culprit(), f.Breach.Law, f.Number, o.Seed,
		wording.Count(f.Drawn.Nodes, "node"), wording.Count(len(f.Drawn.Faults), "fault"))
	for _, line := range wording.Wrap(f.Breach.String(), 96, "") {
		fmt.Fprintf(to, "  %s\n", line)
	}
	switch {
	case o.Effort == 0:
		fmt.Fprintf(to, "the world, not shrunk:\n")
	case f.Smallest:
		fmt.Fprintf(to, "the smallest world with it, after %s:\n", wording.Count(f.Tried, "run"))
	default:
		fmt.Fprintf(to, "the smallest world with it so far, after %s:\n", wording.Count(f.Tried, "run"))
	}
	for line := range strings.Lines(string(f.World.YAML())) {
		fmt.Fprintf(to, "    %s", line)
	}
	if f.File == "" {
		fmt.Fprintf(to, "again, once it is saved as %s.yaml: %s\n", f.World.Name, f.Command(program, f.World.Name+".yaml"))
	} else {
		fmt.Fprintf(to, "again: %s\n", f.Command(program, o.Dir.Path+"/"+f.File))
	}
	switch {
	case f.Story != "":
		fmt.Fprintf(to, "message by message: %s story %s/%s\n", program, o.Dir.Path, f.Story)
	case o.Dir != nil && f.NoStory != "":
		fmt.Fprintf(to, "no story: %s\n", f.NoStory)
	}
	fmt.Fprintln(to)
}

// culprit names what breaks the law.
func (f *Find) culprit() string {
	if f.Breach.Law == lawEnacted {
		return "the emulated world, under " + f.World.Algorithm + ","
	}
	return f.World.Algorithm
}

// Write writes what was found, what was tried and what was not tried.
func (out *Outcome) Write(to io.Writer, o *Options) {
	broken := 0
	for _, f := range out.sorted() {
		if !f.mended {
			broken++
			fmt.Fprintf(to, "%s breaks %s: smallest world of %s and %s", f.culprit(), f.Breach.Law, wording.Count(f.World.Nodes, "node"), wording.Count(len(f.World.Faults), "fault"))
			if f.Again > 0 {
				fmt.Fprintf(to, "; in %s more", wording.Count(f.Again, "world"))
			}
			fmt.Fprintln(to)
		}
	}
	if broken == 0 {
		fmt.Fprintf(to, "no law is broken in what was tried\n")
	}
	rows := len(o.Algorithms)
	if o.Base != nil {
		rows = len(o.Base.scenario.Algorithms)
	}
	fmt.Fprintf(to, "tried: %s of %s, from seed %d", wording.Count(out.Trials, "world"), wording.Count(rows, "algorithm"), o.Seed)
	sep := ": "
	least := 1
	for i, n := range out.Sizes {
		if n > 0 {
			fmt.Fprintf(to, "%s%d of %d to %d nodes", sep, n, least, sizes[i])
			sep = ", "
		}
		least = sizes[i] + 1
	}
	fmt.Fprintf(to, "\nasked: all laws in %d that become calm; of %d whose losses never end that each component is once\n"+
		"  led within %d settle bounds (%d were not within 3); of %d in which something else never ends\n"+
		"  or a time is set too short for the world, contract, safety and storms\n",
		out.Asked[askedCalm], out.Asked[askedLossy], lossyBounds, out.Late, out.Asked[askedSafe])
	if o.Base == nil {
		fmt.Fprintf(to, "not tried: more than %d nodes; nodes that contend for the medium, radios that go by power, batteries, duty cycles,\n"+
			"  movement and contacts from files; losses that never end among more than %d nodes\n", mostNodes, someNodes)
	}
}
