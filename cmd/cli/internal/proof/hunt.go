package proof

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/cmd/cli/internal/terminal"
	"bellwether/cmd/cli/internal/workers"
	"bellwether/internal/base/strictyaml"
	"bellwether/internal/base/wording"
	"bellwether/internal/proof/hunt"
	"bellwether/internal/study/campaign"
	"bellwether/internal/study/registry"
	"bellwether/internal/study/tasks"
)

// ErrBroken means that a hunt found a world that breaks a law.
var ErrBroken = errors.New("a law is broken")

// huntFlags are the options of a hunt.
type huntFlags struct {
	registry         *registry.Registry
	algorithms, laws []string
	out              string
	quiet, duties    bool
	o                hunt.Options
	many             workers.Flags
	programs         cmdline.Programs
}

// defaultWorlds is the number of worlds of each algorithm, without --worlds and --for.
const defaultWorlds = 200

func huntCommand(reg *registry.Registry) *cobra.Command {
	f := &huntFlags{registry: reg}
	f.many = workers.Flags{Registry: reg, Quiet: &f.quiet}
	cmd := &cobra.Command{
		Use:   "hunt [SCENARIO]",
		Short: "Look for worlds in which an algorithm breaks a law, and make them small",
		Long: `Run random worlds of up to 60 nodes, with movement, losses in bursts, crashes with and
without storage, partitions, cuts, resignations, pauses, drifting clocks, jams, frames
that come twice or late, and parameters of half or twice their default, and ask each:

  contract   code does not panic, and does what it declares
  scenario   radio, losses and faults do what the scenario says; if not, no algorithm is at fault
  safety     invariants that hold at every moment; one leader in each term; what machines
             say of themselves
  storm      messages do not grow without end
  converges  after the last change, loss and fault every component names whom the goal
             wants within the stated bound, and keeps it
  quiet      then no node sends messages of elections
  margin     then no node exceeds its leader by more than the hysteresis for long
  cost       then each interval has the upkeep that is stated
  lossy      if losses never end, every component has the right leader at least once
             within ten bounds (up to 8 nodes)

--law adds a bound of any metric, also of the program's own. With a SCENARIO, world 0 is
the scenario as it is. The other worlds have more faults, other losses and another seed,
and their movement and losses end. Without --algorithm all algorithms are hunted.

A world that breaks a law is shrunk: fewer nodes, faults, losses and links, and rounder
times, as long as it breaks the same law. --out keeps each such world as a scenario, and as a
story if it is small enough; the same command goes on from there, also after a kill, and runs
the kept worlds first. What is found in N worlds depends on the seed alone, not on --jobs or
on the machines: with --serve or --nats "bellwether sweep work" runs the worlds on any number
of machines, and this one shrinks what was found. Worlds that run when --for ends are
finished.

Exit codes: 0 nothing was found in what was tried, 1 a law is broken, 2 bad usage, 130
interrupted.`,
		Example: `  bellwether hunt --algorithm bully --worlds 500
  bellwether hunt --for 1h --out found
  bellwether hunt found/bully-converges-17.yaml --worlds 1
  bellwether hunt two-islands --algorithm raft --law "leaderless_fraction <= 0.5"`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: cmdline.CompleteScenarios,
		RunE: func(cmd *cobra.Command, args []string) error {
			others, err := f.many.Asked(cmd)
			if err == nil {
				err = f.prepare(cmd, args)
			}
			if err == nil && others && f.registry != reg {
				err = errors.New("--serve and --nats: a program runs on this machine only; leave one of the two out")
			}
			if err != nil {
				return err
			}
			if f.duties {
				return f.judge(cmd)
			}
			if others {
				f.serve(cmd)
			}
			return f.many.Close(f.out, f.run(cmd))
		},
	}
	f.bind(cmd)
	return cmd
}

func (f *huntFlags) bind(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringSliceVar(&f.algorithms, "algorithm", nil, "the `names` of algorithms, or NAME=COMMAND for a program (default all)")
	flags.IntVar(&f.o.Worlds, "worlds", 0, fmt.Sprintf("try `N` worlds with each algorithm (default %d, without --for)", defaultWorlds))
	flags.DurationVar(&f.o.For, "for", 0, "begin no world after this `time`, like 10m")
	flags.Uint64Var(&f.o.Seed, "seed", 1, "the `number` that all worlds are drawn from")
	flags.Uint64Var(&f.o.First, "first", 0, "the `number` of the first world")
	flags.StringArrayVar(&f.laws, "law", nil, "a `bound` that a metric must keep, like \"instability_fraction <= 0.2\"; repeatable")
	flags.IntVar(&f.o.Most, "most", 0, "end after `N` found worlds; 0: go on")
	flags.IntVar(&f.o.Effort, "effort", hunt.DefaultEffort, "shrink each in at most `N` runs; 0: not at all")
	flags.IntVar(&f.o.Jobs, "jobs", runtime.GOMAXPROCS(0), "`N` runs at a time; results do not depend on it; with --serve or --nats only shrinking takes them, unless given")
	f.many.Bind(cmd)
	flags.StringVar(&f.out, "out", "", "keep found worlds, and how far the hunt is, in this `directory`")
	flags.BoolVar(&f.duties, "duties", false, "in place of hunting, test the duties of package conformance, which every algorithm of bellwether keeps")
	flags.BoolVar(&f.quiet, "quiet", false, "no progress on standard error")
	cmdline.Complete(cmd, "algorithm", f.registry.Names)
}

// prepare checks everything before anything is run.
func (f *huntFlags) prepare(cmd *cobra.Command, args []string) (err error) {
	if err := f.given(cmd); err != nil {
		return err
	}
	if f.out != "" {
		if f.o.Dir, err = hunt.OpenDir(f.out); err != nil {
			return fmt.Errorf("--out: %w", err)
		}
		if err := f.resume(cmd, &args); err != nil {
			return err
		}
	}
	for _, a := range f.algorithms {
		if strings.Contains(a, "=") {
			f.o.Programs = append(f.o.Programs, a)
		}
	}
	if f.registry, f.algorithms, err = f.programs.Join(f.registry, f.algorithms); err != nil {
		return err
	}
	f.o.Program = f.registry
	if f.o.Worlds == 0 && f.o.For == 0 {
		f.o.Worlds = defaultWorlds
	}
	for _, text := range f.laws {
		b, err := hunt.ParseBound(text, f.registry.Metrics()...)
		if err != nil {
			return err
		}
		f.o.Bounds = append(f.o.Bounds, b)
	}
	if len(args) == 1 {
		f.o.Base, err = hunt.LoadBase(args[0], f.algorithms, f.registry)
		return err
	}
	if len(f.algorithms) == 0 {
		f.o.Algorithms = f.registry.All()
	}
	for i, name := range f.algorithms {
		if slices.Contains(f.algorithms[:i], name) {
			continue // named twice, hunted once
		}
		a, known := f.registry.Find(name)
		if !known {
			return fmt.Errorf("--algorithm: unknown algorithm %q%s; a program is NAME=COMMAND", name, strictyaml.Hint(name, f.registry.Names()))
		}
		f.o.Algorithms = append(f.o.Algorithms, a)
	}
	return nil
}

// given refuses numbers that are too small.
func (f *huntFlags) given(cmd *cobra.Command) error {
	if err := cmdline.AtLeast(cmd, []cmdline.Least{
		{Flag: "worlds", Value: f.o.Worlds, Least: 1},
		{Flag: "most", Value: f.o.Most, Least: 0},
		{Flag: "effort", Value: f.o.Effort, Least: 0},
		{Flag: "jobs", Value: f.o.Jobs, Least: 1},
	}); err != nil {
		return err
	}
	if cmd.Flags().Changed("for") && f.o.For <= 0 {
		return fmt.Errorf("--for: more than 0, not %v", f.o.For)
	}
	return nil
}

// resume takes options that are not given from the directory. It starts no program that only the directory names.
func (f *huntFlags) resume(cmd *cobra.Command, args *[]string) error {
	was, known := f.o.Dir.Asked()
	if !known {
		return nil
	}
	changed := cmd.Flags().Changed
	if len(*args) == 0 && was.Scenario != "" {
		*args = []string{was.Scenario}
	}
	if !changed("algorithm") {
		if len(was.Programs) > 0 {
			return fmt.Errorf("%s is of a hunt that starts programs; if you trust them: bellwether hunt --out %s%s", f.out, wording.Quote(f.out), was.Flags())
		}
		f.algorithms = was.Algorithms
	}
	if !changed("seed") {
		f.o.Seed = was.Seed
	}
	if !changed("first") {
		f.o.First = was.First
	}
	if !changed("law") {
		f.laws = was.Bounds
	}
	return nil
}

// serve lets other machines run the worlds.
func (f *huntFlags) serve(cmd *cobra.Command) {
	here := 0 // a coordinator coordinates
	if cmd.Flags().Changed("jobs") {
		here = f.o.Jobs
	}
	f.o.Build = f.many.Program.Build
	f.o.Engine = func(ctx context.Context) (tasks.Engine, error) {
		return f.many.Engine(ctx, "hunt", f.out, here, workers.Handlers(f.registry, f.many.Program, nil, nil))
	}
}

// run hunts, and prints what was found.
func (f *huntFlags) run(cmd *cobra.Command) error {
	stdout := cmd.OutOrStdout()
	f.o.Found = func(found *hunt.Find) { hunt.WriteFind(stdout, found, &f.o) }
	if f.o.Dir != nil {
		f.o.Dir.Again = func(file string, now *hunt.Breach) {
			if now == nil {
				fmt.Fprintf(stdout, "%s breaks no law any more\n", file)
				return
			}
			fmt.Fprintf(stdout, "%s still breaks %v\n", file, now)
		}
	}
	f.o.Progress = f.progress(cmd.ErrOrStderr())
	out, err := hunt.Run(cmd.Context(), f.o)
	if err != nil {
		return err
	}
	out.Write(stdout, &f.o)
	switch {
	case out.Interrupted:
		return campaign.ErrInterrupted
	case out.Breaks():
		return ErrBroken
	}
	return nil
}

// progress prints how far a hunt is, every two seconds.
func (f *huntFlags) progress(w io.Writer) func(hunt.Tally) {
	began := time.Now()
	last, first := began, -1
	rows := len(f.o.Algorithms)
	if f.o.Base != nil {
		rows = len(f.o.Base.Rows())
	}
	return func(t hunt.Tally) {
		if first < 0 {
			first = t.Trials - 1
		}
		f.many.Advance(t.Trials, f.o.Worlds*rows)
		if f.quiet || time.Since(last) < terminal.BetweenLines {
			return
		}
		last = time.Now()
		broken := 0
		for _, n := range t.Broken {
			broken += n
		}
		rate := float64(t.Trials-first) / time.Since(began).Seconds()
		fmt.Fprintf(w, "%s tried, %.0f a second, %s broken in %s%s\n", wording.Count(t.Trials, "world"), rate,
			wording.Count(len(t.Broken), "law"), wording.Count(broken, "world"), f.many.Note())
	}
}
