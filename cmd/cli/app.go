package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/cmd/cli/internal/interrupt"
	"bellwether/cmd/cli/internal/terminal"
	"bellwether/cmd/cli/internal/version"
	"bellwether/emulator"
	"bellwether/internal/base/build"
	"bellwether/internal/base/crash"
	"bellwether/internal/base/durable"
	"bellwether/internal/base/strictyaml"
	"bellwether/internal/contract/foreign"
	"bellwether/internal/study/registry"
	"bellwether/internal/study/tasks"
	"bellwether/mobility"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace/measure"
)

// An App is the program bellwether with algorithms, metrics, faults, models of movement and losses
// of its own.
type App struct {
	// Algorithms are added to the algorithms that come with bellwether. Their names must not be
	// taken.
	Algorithms []protocol.Algorithm
	// Metrics are added to measure.Keys in tables and results.
	Metrics []measure.Own
	// Faults are the faults that scenarios name by own: faults: [{at: 2m, own: NAME, nodes: best}].
	Faults []emulator.OwnFault
	// Models of movement, each made for a part of the world: mobility: {model: own, name: NAME}.
	Models map[string]func(mobility.Area) (mobility.Model, error)
	// Losses, each made for the seed of a run: radio: {loss: {model: own, name: NAME}}.
	Losses map[string]func(seed uint64) (radio.Loss, error)
	// Queue gives runs to other machines (sweep --serve) and makes theirs (sweep work). Only the
	// program cmd/nats/bellwether of this repository sets it. If it is nil these commands end with
	// an error.
	Queue tasks.Queue
	// Stdout and Stderr take the output. Default: the process's.
	Stdout, Stderr io.Writer

	name string // of the program; "": the name by which it was called
}

// Main carries out a command line, without the program's name, and returns the exit code.
// Verbs have these algorithms, too.
func Main(ctx context.Context, args []string, algorithms ...protocol.Algorithm) int {
	return (&App{Algorithms: algorithms}).Main(ctx, args)
}

// Main carries out a command line, without the program's name, and returns the exit code.
// Meanwhile it handles the process's signals. If a verb does not end within a second
// after a signal, the process exits. A panic of the program's own code ends a verb with an
// error that says whose code it was and where; --debug prints the stack, too.
func (a *App) Main(ctx context.Context, args []string) (code int) {
	stdout, stderr := io.Writer(os.Stdout), io.Writer(os.Stderr)
	if a.Stdout != nil {
		stdout = a.Stdout
	}
	if a.Stderr != nil {
		stderr = a.Stderr
	}
	own := registry.Own{Name: registry.Program(cmp.Or(a.name, build.Called())),
		Algorithms: a.Algorithms, Metrics: a.Metrics, Faults: a.Faults, Models: a.Models, Losses: a.Losses, Queue: a.Queue}
	report := reporter{to: stderr, name: own.Name, debug: slices.Contains(args, "--debug")}
	defer func() {
		if v := recover(); v != nil {
			report.error(crash.Recovered(v))
			code = exitFailed
		}
	}()
	reg, err := registry.New(own)
	if err != nil {
		return report.error(err)
	}
	interrupted, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(interrupted, stop) // a second interrupt ends the program at once
	asked := ctx                         // ends if the caller wants it, and not at a signal
	ctx, cancel := context.WithCancel(interrupted)
	defer cancel()
	out := &terminal.Output{To: stdout}
	root := rootCommand(out, reg)
	root.SetArgs(args)
	root.SetOut(out)
	root.SetErr(stderr)
	refuseShells(root)
	var cut atomic.Bool
	watcher := interrupt.Watch(ctx, interrupt.Actions{HangUp: cancel, Exit: func() {
		cut.Store(true)
		report.error(errCut)
		foreign.Abandon()
		durable.Abandon()
		os.Exit(exitInterrupted)
	}})
	defer watcher.Ended()
	prepare := root.PersistentPreRunE
	root.PersistentPreRunE = func(cmd *cobra.Command, args []string) error {
		watcher.Began(cmd)
		return prepare(cmd, args)
	}
	err = out.Result(root.ExecuteContext(ctx))
	if cut.Load() {
		select {} // the exit is under way: that a program was killed for it is no error of the verb
	}
	if ctx.Err() != nil && asked.Err() == nil {
		foreign.EndAll() // of runs that the verb did not wait for
	}
	if err == nil {
		return exitDone
	}
	if code := report.error(err); ctx.Err() == nil || !errors.Is(err, context.Canceled) {
		return code
	}
	return exitInterrupted
}

func rootCommand(stdout io.Writer, reg *registry.Registry) *cobra.Command {
	root := &cobra.Command{
		Use:   "bellwether",
		Short: "A workbench for leader election in wireless ad-hoc networks",
		Long: `bellwether runs leader elections among moving radios, in virtual time and from
a seed, and compares algorithms on the same worlds.

Most people need these ten first:

  bellwether lessons two-leaders      learn why elections go wrong
  bellwether run ten-nodes            compare algorithms in the same world
  bellwether scenarios                list the worlds that come with it
  bellwether algorithms vasudevan     read about an algorithm
  bellwether metrics                  list what is measured
  bellwether view ten.ndjson          watch a run that "run --trace" recorded
  bellwether why ten.ndjson --bad     ask what went wrong in it, and why
  bellwether play two-islands         change a world while it runs
  bellwether sweep density.yaml       run a world with many values
  bellwether report density           write the results as a page

Exit codes: 0 done, 1 a run failed, a story differs, a search found a fault or code
panicked, 2 bad usage or bad input, 3 a search reached a bound before its end, 130
interrupted, by Ctrl-C, TERM or a terminal that hangs up: within a second, and with what
is finished kept.`,
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.SetFlagErrorFunc(flagError)
	root.Version = version.Of(reg)
	root.SetVersionTemplate(version.Line(reg))
	var screen terminal.Flags
	screen.Bind(root.PersistentFlags())
	cmdline.Complete(root, "color", terminal.Colors)
	root.PersistentFlags().Bool("debug", false, "after a panic, print the stack")
	root.PersistentPreRunE = func(cmd *cobra.Command, args []string) error {
		if err := cmdline.RefuseEmpty(cmd, args); err != nil {
			return err
		}
		to, err := screen.Screen(stdout, os.Getenv)
		if err != nil {
			return err
		}
		cmd.Root().SetOut(to)
		return cmdline.FindMetrics(cmd, reg.Metrics())
	}
	addGroups(root, reg)
	root.AddCommand(movedCommands()...)
	named(root, reg)
	refuseTopics(root)
	return root
}

// refuseTopics makes help about an unknown verb an error. Cobra prints the error and exits with 0.
func refuseTopics(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	for _, cmd := range root.Commands() {
		if cmd.Name() != "help" {
			continue
		}
		cmd.Run, cmd.RunE = nil, func(_ *cobra.Command, args []string) error {
			verb, rest, err := root.Find(args)
			if was := movedError(verb); was != nil {
				return was
			}
			if err != nil || len(rest) > 0 {
				return fmt.Errorf("there is no verb %q: %s --help lists them", strings.Join(args, " "), root.Name())
			}
			verb.InitDefaultHelpFlag()
			return verb.Help()
		}
	}
}

// refuseShells makes completions for an unknown shell an error. The output must be set before, since
// the scripts are bound to it here.
func refuseShells(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		if cmd.Name() == "completion" {
			cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
		}
	}
}

// wants says what a flag takes, by the type of its value.
var wants = map[string]string{
	"int": "a whole number", "int32": "a whole number", "int64": "a whole number", "uint32": "a whole number from 0", "uint64": "a whole number from 0",
	"ints": "whole numbers with commas between", "intSlice": "whole numbers with commas between", "uint32Slice": "whole numbers with commas between", "uintSlice": "whole numbers from 0 with commas between",
	"float64": "a number", "bool": "true or false", "duration": "a duration like 10s, 1m30s or 250ms",
}

// flagError adds to an error about a flag what it takes, or where to find the right flag.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		if of, known := wants[invalid.GetFlag().Value.Type()]; known {
			return fmt.Errorf("--%s %s: want %s; see %s --help", invalid.GetFlag().Name, invalid.GetValue(), of, cmd.CommandPath())
		}
	}
	if !errors.As(err, &unknown) {
		return fmt.Errorf("%w; see %s --help", err, cmd.CommandPath())
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if near := strictyaml.Nearest(unknown.GetSpecifiedName(), names); near != "" {
		return fmt.Errorf("%w; did you mean --%s?", err, near)
	}
	return fmt.Errorf("%w; see %s --help", err, cmd.CommandPath())
}
