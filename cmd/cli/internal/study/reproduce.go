package study

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/cmd/cli/internal/terminal"
	"bellwether/cmd/cli/internal/workers"
	"bellwether/internal/base/build"
	"bellwether/internal/draw/table"
	"bellwether/internal/study/registry"
	"bellwether/internal/study/reproduce"
	"bellwether/internal/study/reproduce/sensitivity"
	"bellwether/internal/study/results"
	"bellwether/internal/study/tasks"
)

// aboutReproduce is the help of reproduce.
const aboutReproduce = `Repeat the simulations of Vasudevan, Kurose and Towsley (ICNP 2004), Figs. 5 and 8 to 10:
the paper's worlds, sizes, speeds, ranges, lengths and metrics. The output has our values,
the published ones and their ratio; for each claim of the paper about a curve, whether it
holds here, by comparisons whose p are corrected for their number; and every number that the
paper leaves open, with our value and the reason.

--quick runs a quarter of the time, three runs, and three sizes. --out keeps each run, so
that a study that was stopped or killed continues where it was. A directory keeps the study
that it began with, which may grow by runs and by figures. It also gets the tables, the
numbers (vkt04.json) and, at the end, a picture of each panel, SVG and PNG, with the
published points beside ours. It is a directory of results, like that of a sweep: verify,
table, plot, export and report read it.

The paper's nodes exchange leaders over new links; its broadcast signallings keep no list of
neighbours. --merge chooses between exchanges (exchange) and beacons alone to notice that
components have merged. Nodes keep their lists by periodic messages, but the paper does not
say how often: with --neighbours a list ages in three seconds (hello), or in the 120 s that
beacons may be missed (beacon). Exchange, the old list and 2.4 s below were chosen
afterwards, when the figures of beacons with hellos had been compared. --access chooses the
medium: an ideal one, or one with contention by 802.11's carrier sense (csma), with which a
study takes about three times as long. --child-timeout 2.4s is below the paper's least T,
2.49 s, which bounds its CHILD-TIMEOUT; the assumed 3 s is above it. --recorded prints a
recorded study, ten runs of each point, over an ideal medium: of either way to notice merges
with hellos, of exchanges with the list that ages like beacons, or Fig. 10 of exchanges at
2.4 s.

--setup takes a whole configuration in place of these: that of GloMoSim, the paper's
simulator, as far as its source shows it (glomosim), or the one that was calibrated to Figs.
5, 8 and 10a (chosen). --study varies what the paper leaves open, in runs of 50 minutes:
unknowns is a factorial experiment with 15 unknowns in 64 configurations, stages goes to
GloMoSim's world step by step, candidates runs those configurations again that the recorded
experiment finds nearest.

With --serve or --nats "bellwether sweep work" makes the runs on any number of machines; give
--out, too, so that the study goes on after a kill. With --shard 3/7 this machine makes a
seventh of the runs, for batch schedulers, and prints no study: "bellwether sweep merge
part-* --out all" puts the parts together, and the same reproduce with --out all prints
them.

prasle is Table I of Conard and Ebnenasir (EDCC 2021), with --runs, --quick, --out, --shard,
--study unknowns, --jobs, --quiet and --format; its --out has a line of each run in prasle.ndjson.`

// reproduceFlags are the flags of reproduce.
type reproduceFlags struct {
	reproduce.Options
	study           string
	format          cmdline.ListFormat
	quiet, recorded bool
	memory          cmdline.Memory
	shard           string
	many            workers.Flags
}

func reproduceCommand(reg *registry.Registry) *cobra.Command {
	var f reproduceFlags
	f.many = workers.Flags{Registry: reg, Quiet: &f.quiet}
	cmd := &cobra.Command{
		Use:   "reproduce vkt04|prasle",
		Short: "Repeat the simulations of the paper, and judge its claims",
		Long:  aboutReproduce,
		Example: `  bellwether reproduce vkt04 --quick
  bellwether reproduce vkt04 --figure 8 --out vkt04
  bellwether reproduce vkt04 --out vkt04 --serve --listen 192.168.1.10:4222
  bellwether reproduce vkt04 --out part-$SLURM_ARRAY_TASK_ID --shard $SLURM_ARRAY_TASK_ID/40
  bellwether reproduce vkt04 --recorded --merge beacon
  bellwether reproduce vkt04 --recorded --neighbours beacon
  bellwether reproduce vkt04 --figure 10 --child-timeout 2.4s
  bellwether reproduce vkt04 --study unknowns --runs 2 --out unknowns
  bellwether reproduce vkt04 --study unknowns --recorded
  bellwether reproduce prasle --runs 10`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 || args[0] != "vkt04" && args[0] != "prasle" {
				return errors.New("what is reproduced is vkt04 or prasle: bellwether reproduce vkt04")
			}
			return nil
		},
		ValidArgs: []string{"vkt04", "prasle"},
		RunE: func(cmd *cobra.Command, args []string) error {
			if args[0] == "prasle" {
				return f.runPrasle(cmd)
			}
			return f.run(cmd)
		},
	}
	f.bind(cmd)
	return cmd
}

func (f *reproduceFlags) bind(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.IntSliceVar(&f.Figures, "figure", nil, "these `figures` alone, of 5, 8, 9 and 10 (default all)")
	flags.StringVar((*string)(&f.Merge), "merge", string(reproduce.ByExchange), "the `way` to notice merges: by exchange over new links, as in the paper, or by beacon")
	flags.StringVar((*string)(&f.List), "neighbours", string(reproduce.ByHello), "the `way` in which the list of neighbours ages: in seconds (hello), or like beacons (beacon)")
	flags.StringVar((*string)(&f.Access), "access", string(reproduce.Ideal), "the `medium`: ideal, or with collisions and carrier sense (csma)")
	flags.DurationVar(&f.Child, "child-timeout", reproduce.ChildAssumed, "CHILD-TIMEOUT, a `duration`: 3s, or 2.4s, which is below the paper's least T")
	flags.BoolVar(&f.Quick, "quick", false, "shorter runs, fewer of them, fewer sizes")
	flags.IntVar(&f.Runs, "runs", 0, "`N` runs for a point (default 10 as in the paper; quick 3)")
	flags.IntVar(&f.Jobs, "jobs", runtime.GOMAXPROCS(0), "`N` runs at a time; results do not depend on it; with --serve or --nats none here unless given")
	flags.StringVar(&f.shard, "shard", "", "make the runs of one part of several, `I/N`, numbered from 1/N")
	f.many.Bind(cmd)
	f.memory.Bind(cmd)
	flags.StringVar(&f.Out, "out", "", "keep runs, tables and pictures in this `directory`")
	flags.BoolVar(&f.recorded, "recorded", false, "print the whole study as it was recorded, without a run")
	flags.BoolVar(&f.quiet, "quiet", false, "no progress on standard error")
	cmdline.Complete(cmd, "child-timeout", func() []string { return []string{reproduce.ChildAssumed.String(), reproduce.ChildBounded.String()} })
	cmdline.Complete(cmd, "merge", func() []string { return []string{string(reproduce.ByExchange), string(reproduce.ByBeacon)} })
	cmdline.Complete(cmd, "neighbours", func() []string { return []string{string(reproduce.ByHello), string(reproduce.AsBeacons)} })
	cmdline.Complete(cmd, "access", func() []string { return []string{string(reproduce.Ideal), string(reproduce.Contended)} })
	flags.StringVar((*string)(&f.Setup), "setup", "", "a whole `configuration` in place of merge, neighbours and access: glomosim or chosen")
	flags.StringVar(&f.study, "study", "", "in place of the figures a `study` of what the paper leaves open: unknowns, stages or candidates")
	cmdline.Complete(cmd, "setup", func() []string { return texts(reproduce.Setups()) })
	cmdline.Complete(cmd, "study", func() []string { return texts(sensitivity.Kinds()) })
	f.format.Bind(cmd)
}

// texts lists values of a type of text.
func texts[T ~string](list []T) (names []string) {
	for _, one := range list {
		names = append(names, string(one))
	}
	return names
}

// exclusive refuses flags that exclude each other.
func (f *reproduceFlags) exclusive(cmd *cobra.Command) error {
	given := cmd.Flags().Changed
	for _, c := range []struct {
		flag   string
		is     bool
		others []string
	}{
		{"setup", f.Setup != "", []string{"merge", "neighbours", "access", "child-timeout", "study"}},
		{"study", f.study != "", []string{"figure", "quick", "merge", "neighbours", "access", "child-timeout"}},
	} {
		for _, other := range c.others {
			if c.is && given(other) {
				return fmt.Errorf("--%s and --%s exclude each other", c.flag, other)
			}
		}
	}
	if f.study != "" && !slices.Contains(sensitivity.Kinds(), sensitivity.Kind(f.study)) {
		return fmt.Errorf("--study: %w %q: there are %v", sensitivity.ErrKind, f.study, sensitivity.Kinds())
	}
	return nil
}

// run makes the study, or prints the recorded one.
func (f *reproduceFlags) run(cmd *cobra.Command) error {
	if err := f.format.Check(); err != nil {
		return err
	}
	switch {
	case f.Runs < 1 && cmd.Flags().Changed("runs"):
		return fmt.Errorf("--runs: at least 1, not %d", f.Runs)
	case f.Jobs < 1:
		return fmt.Errorf("--jobs: at least 1, not %d", f.Jobs)
	}
	if err := f.exclusive(cmd); err != nil {
		return err
	}
	others, err := f.many.Asked(cmd)
	if err != nil {
		return err
	}
	if f.Shard, err = workers.Shard(cmd, f.shard); err != nil {
		return err
	}
	if f.recorded {
		if others || f.shard != "" {
			return errors.New("--recorded makes no runs: leave out --serve, --nats and --shard")
		}
		if f.study != "" {
			return f.printStudyOf(cmd)
		}
		return printRecorded(cmd.OutOrStdout(), f.Options, f.format)
	}
	if f.Free, err = f.memory.Free(); err != nil {
		return err
	}
	if f.Program, err = build.This(); err != nil {
		return err
	}
	p := terminal.NewProgress(cmd.ErrOrStderr(), f.quiet)
	f.Progress, f.Warn = p.Step, p.Line
	if others {
		f.serve(cmd, p)
	}
	if f.study != "" {
		err = f.makeStudy(cmd)
	} else {
		err = f.makeFigures(cmd)
	}
	if err == nil && !f.Shard.Whole() {
		p.Line(fmt.Sprintf("shard %v is made; once all are: bellwether sweep merge DIR… --out ALL, and this command with --out ALL and without --shard prints the study", f.Shard))
	}
	return f.many.Close(f.Out, err)
}

// makeFigures makes the study of the figures, and prints it.
func (f *reproduceFlags) makeFigures(cmd *cobra.Command) error {
	study, err := reproduce.Run(cmd.Context(), f.Options)
	if study == nil {
		return err
	}
	return errors.Join(printStudy(cmd.OutOrStdout(), study, f.format), err)
}

// makeStudy makes a study of what the paper leaves open, and prints it.
func (f *reproduceFlags) makeStudy(cmd *cobra.Command) error {
	s, err := sensitivity.Run(cmd.Context(), sensitivity.Options{Study: sensitivity.Kind(f.study), Runs: f.Runs, Jobs: f.Jobs, Out: f.Out, Engine: f.Engine, Shard: f.Shard,
		Program: f.Program, Free: f.Free, Warn: f.Warn, Progress: f.Progress})
	if s == nil {
		return err
	}
	return errors.Join(f.writeStudy(cmd, s), err)
}

// printStudyOf prints a recorded study of what the paper leaves open.
func (f *reproduceFlags) printStudyOf(cmd *cobra.Command) error {
	if f.Out != "" || f.Runs != 0 {
		return errors.New("a recorded study makes no runs: leave out --out and --runs")
	}
	s, err := sensitivity.Recorded(sensitivity.Kind(f.study))
	if err != nil {
		return err
	}
	return f.writeStudy(cmd, s)
}

func (f *reproduceFlags) writeStudy(cmd *cobra.Command, s *sensitivity.Study) error {
	if f.format == table.FormatJSON {
		return s.WriteJSON(cmd.OutOrStdout())
	}
	return s.Write(cmd.OutOrStdout(), table.Format(f.format))
}

// serve lets other machines make the runs.
func (f *reproduceFlags) serve(cmd *cobra.Command, p *terminal.Progress) {
	here := 0 // a coordinator coordinates
	if cmd.Flags().Changed("jobs") {
		here = f.Jobs
	}
	name := "vkt04"
	if f.study != "" {
		name += "-" + f.study
	}
	f.Progress = f.many.Progress(p.Step)
	f.Engine = func(ctx context.Context) (tasks.Engine, error) {
		return f.many.Engine(ctx, name, f.Out, here, workers.Handlers(f.many.Registry, f.Program, nil, nil))
	}
}

// printRecorded prints the recorded study of a reading, whole or some figures, and the
// verdicts of the other readings.
func printRecorded(w io.Writer, o reproduce.Options, format cmdline.ListFormat) error {
	if o.Setup != "" {
		return printSetup(w, o, format)
	}
	if o.Quick || o.Runs != 0 {
		return errors.New("the recorded study has all sizes and runs: leave out --quick and --runs")
	}
	if o.Access != reproduce.Ideal {
		return errors.New("the recorded study is over an ideal medium")
	}
	asked := reproduce.Reading{Merge: o.Merge, List: o.List, Child: o.Child}
	s, err := recordedOf(asked, o.Figures)
	if err != nil {
		return err
	}
	var others []*reproduce.Study
	for _, r := range reproduce.Recordings() {
		if r == asked {
			continue
		}
		other, err := recordedOf(r, o.Figures)
		if errors.Is(err, reproduce.ErrRecorded) {
			continue // of other figures
		}
		if err != nil {
			return err
		}
		others = append(others, other)
	}
	if o.Out != "" {
		if results.Indexed(o.Out) {
			return fmt.Errorf("%s keeps results of runs: %w", o.Out, reproduce.ErrDirectory)
		}
		if err := os.MkdirAll(o.Out, 0o755); err != nil {
			return err
		}
		if err := s.Save(o.Out); err != nil {
			return err
		}
	}
	return printStudy(w, s, format, others...)
}

// printSetup prints the recorded study of a setup.
func printSetup(w io.Writer, o reproduce.Options, format cmdline.ListFormat) error {
	s, err := reproduce.RecordedSetup(o.Setup)
	if err == nil && (o.Quick && !s.Quick || o.Runs != 0 && o.Runs != s.Runs) {
		err = fmt.Errorf("the recorded study is that of %s", s.Command())
	}
	if err == nil && len(o.Figures) > 0 {
		s, err = s.Of(o.Figures...)
	}
	if err != nil {
		return err
	}
	return printStudy(w, s, format)
}

func recordedOf(r reproduce.Reading, figures []int) (*reproduce.Study, error) {
	s, err := reproduce.Recorded(r)
	if err != nil || len(figures) == 0 {
		return s, err
	}
	return s.Of(figures...)
}

// printStudy prints a study.
func printStudy(w io.Writer, s *reproduce.Study, format cmdline.ListFormat, others ...*reproduce.Study) error {
	if format == table.FormatJSON {
		return s.WriteJSON(w)
	}
	return s.Write(w, table.Format(format), others...)
}
