package verify

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"bellwether/internal/study/campaign"
	"bellwether/internal/study/results"
	"bellwether/scenarios"
)

type entry = scenarios.Entry

// tell writes the result, and records this program if all runs are the same.
func (v *verification) tell(ctx context.Context) error {
	done, differ := 0, 0
	for i := range v.checks {
		if c := &v.checks[i]; c.done {
			done++
			if c.why != "" {
				differ++
			}
		}
	}
	which := fmt.Sprintf(", chosen by seed %d", v.Seed)
	if len(v.checks) == len(v.stored.Lines) {
		which = ""
	}
	result := "all give what is kept"
	if differ > 0 {
		result = fmt.Sprintf("%d differ", differ)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d of %d runs made again%s: %s\n", v.plan.Name, done, len(v.stored.Lines), which, result)
	v.differences(&b)
	interrupted := done < len(v.checks)
	if differ == 0 && len(v.changed) == 0 && !interrupted {
		v.record(&b)
	}
	if _, err := fmt.Fprint(v.Stdout, b.String()); err != nil {
		return err
	}
	switch {
	case differ > 0 || len(v.changed) > 0:
		return ErrDiffers
	case interrupted:
		return fmt.Errorf("%w: %d of %d runs were made again", campaign.ErrInterrupted, done, len(v.checks))
	}
	return ctx.Err()
}

// maxShown bounds the runs that are listed one by one.
const maxShown = 20

// differences lists what differs, and the three things that can cause it.
func (v *verification) differences(b *strings.Builder) {
	shown, differing := 0, false
	var first *results.Line
	var changed []string
	for i := range v.checks {
		c := &v.checks[i]
		if !c.done || c.why == "" {
			continue
		}
		if first == nil {
			first, differing = c.line, true
		}
		if c.why == programChanged {
			if !slices.Contains(changed, c.line.Label) {
				changed = append(changed, c.line.Label)
				fmt.Fprintf(b, "  %s: %s: none of its runs can be made again\n", c.line.Label, c.why)
			}
			continue
		}
		if shown++; shown <= maxShown {
			fmt.Fprintf(b, "  %s: %s\n", v.describe(c.line), c.why)
		}
	}
	if shown > maxShown {
		fmt.Fprintf(b, "  and %d more\n", shown-maxShown)
	}
	if first == nil && len(v.changed) == 0 {
		return
	}
	if first == nil {
		first = &v.stored.Lines[0]
	}
	program, processor := v.maker(first)
	scenario := "the same"
	switch {
	case len(v.changed) > 0:
		scenario = "changed: " + strings.Join(v.changed, "; ")
	case v.other != "":
		scenario = v.other
	}
	fmt.Fprintf(b, "program    %s\nscenario   %s\nprocessor  %s\n", program, scenario, processor)
	sampled := first.Truth == nil && differing
	if sampled {
		fmt.Fprintf(b, "truth      was sampled at regular instants; is followed from change to change\n")
	}
	if program != same && v.honest() {
		b.WriteString(v.Algorithms.Program().Says(v.anew(sampled)))
	}
	if program == same && scenario == same && strings.HasPrefix(processor, same) {
		if e := v.program(); e != nil {
			fmt.Fprintf(b, "%s runs a program (%s): it may draw randomness of its own, or read a clock or a file.\n", e.Label, strings.Join(e.Command, " "))
			return
		}
		fmt.Fprintf(b, "Nothing that a run depends on differs: the line was changed by hand, or bellwether is not deterministic, which is a fault of it.\n")
	}
}

const same = "the same"

// program is the row of the first difference of a run that a program made, nil if there is none.
func (v *verification) program() *entry {
	for _, c := range v.checks {
		if c.done && c.why != "" && c.point != nil && c.row >= 0 && len(c.point.Scenario.Algorithms[c.row].Command) > 0 && c.line.Broken() == "" {
			return &c.point.Scenario.Algorithms[c.row]
		}
	}
	return nil
}

// honest reports whether a line differs that nobody has changed.
func (v *verification) honest() bool {
	return slices.ContainsFunc(v.checks, func(c check) bool { return c.done && c.why != "" && c.line.Broken() == "" })
}

// anew says why another program gives other results, and what a user can do.
func (v *verification) anew(sampled bool) string {
	why := "The runs that are kept are of another build of bellwether, which may compute other results."
	if sampled {
		why = "The runs that are kept are of a bellwether that looked at components at regular instants and missed what lay between them " +
			"(trace format 1). This one records each change (trace format 2), so no trace hash can be the same."
	}
	verb, file := "run", results.ScenarioFile
	if v.stored.Kind == results.Sweep {
		verb, file = "sweep", results.PlanFile
	}
	return fmt.Sprintf("%s Go on with the program that made them, or make all runs again with this one: "+
		"bellwether %s %s --out ANOTHER\n", why, verb, filepath.Join(v.Dir, file))
}

// describe names the run of a line.
func (v *verification) describe(l *results.Line) string {
	var parts []string
	for _, s := range l.Axes {
		parts = append(parts, s.Path+" = "+s.Value)
	}
	return strings.Join(append(parts, l.Label, fmt.Sprintf("seed %d", l.Seed)), ", ")
}

// maker compares the program and the processor that made a line with the present ones.
func (v *verification) maker(l *results.Line) (program, processor string) {
	program = same
	if now := v.Program.Build.Name(); now != l.Build {
		program = fmt.Sprintf("was %s; is %s", l.Build, now)
	}
	var machines []string
	for _, p := range v.stored.Index.Programs {
		if p.Build.Name() != l.Build {
			continue
		}
		if p.Machine.SameProcessor(v.Program.Machine) {
			return program, same + ": " + v.Program.Machine.String()
		}
		machines = append(machines, p.Machine.String())
	}
	return program, fmt.Sprintf("was %s; is %v", strings.Join(machines, " or "), v.Program.Machine)
}

// record allows this program to add runs, if it may not yet.
func (v *verification) record(b *strings.Builder) {
	found, clear := v.readings()
	if !clear {
		fmt.Fprintf(b, "Other lines are of another scenario or plan, which --all tells: this program may not go on\n")
		return
	}
	if len(found) == 0 && v.stored.Index.Knows(v.Program, v.bound) {
		return
	}
	sample := results.Sample{Runs: len(v.checks), Of: len(v.stored.Lines), Seed: v.Seed, Scenarios: found}
	if err := results.Record(v.Dir, v.Program, sample); err != nil {
		v.Warn(fmt.Sprintf("warning: it is not recorded that this program may go on: %v", err))
		return
	}
	if len(found) > 0 {
		fmt.Fprintf(b, "It has other keys or defaults for scenarios, and so other hashes of them, with the same results\n")
	}
	fmt.Fprintf(b, "bellwether %s on %v may add runs from now on: %s says so\n", v.Program.Build.Name(), v.Program.Machine, results.IndexFile)
}
