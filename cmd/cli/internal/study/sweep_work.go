package study

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/cmd/cli/internal/interrupt"
	"bellwether/cmd/cli/internal/workers"
	"bellwether/internal/base/build"
	"bellwether/internal/study/registry"
	"bellwether/internal/study/sweep"
	"bellwether/internal/study/tasks"
)

// workFlags are what a worker is asked for.
type workFlags struct {
	registry *registry.Registry
	o        tasks.Working
	access   workers.Access
	memory   cmdline.Memory
	urls     []string
	commands []string
	quiet    bool
}

func workCommand(reg *registry.Registry) *cobra.Command {
	f := workFlags{registry: reg}
	cmd := &cobra.Command{
		Use:   "work --connect URL|DIR",
		Short: "Make runs of a sweep, hunt or search that another machine coordinates",
		Long: `Make runs for "bellwether sweep --serve", "hunt --serve", "reproduce --serve" or "explore
--table --serve" on another machine, or for those that use the same NATS cluster. The
worker needs nothing but this program: scenarios and files come from there, and results go
there. It must be the same build.

A worker takes a run whenever one of its --jobs is free, and may be stopped at any moment: a
run that it does not answer is made by another one. On TERM or Ctrl-C it gives its runs back
and ends; with --grace it first has that time to end them. It ends by itself when the sweep
has ended; with --stay it waits for the next one.

The server of --serve asks for a token where it can be reached from other machines: --token
TOKEN, --token @FILE, or the environment's BELLWETHER_TOKEN, which other users of this machine
cannot see. On the machine of the sweep, or where its directory can be read by its owner,
--connect DIR finds address and token there.

A run that needs more memory than --memory is left to others, and one that takes longer than
--most is an error. Exit codes: 0 the sweep has ended, or this worker left; 1 the server was
away for longer than --patience, or this machine cannot work; 2 it was refused.`,
		Example: `  bellwether sweep work --connect nats://127.0.0.1:4222
  bellwether sweep work --connect tls://login-1:4222 --token @sweep.token --jobs 16
  bellwether sweep work --connect tls://nats.lab:4222 --creds lab.creds --stay
  bellwether sweep work --connect density`,
		Args:        cobra.NoArgs,
		Annotations: map[string]string{interrupt.OwnTime: "yes"},
		RunE:        func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	f.bind(cmd)
	return cmd
}

func (f *workFlags) bind(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringSliceVar(&f.urls, "connect", nil, "the `URL` of the server, nats:// or tls://, or the directory of the sweep")
	f.access.BindClient(cmd)
	flags.IntVar(&f.o.Jobs, "jobs", runtime.GOMAXPROCS(0), "`N` runs at a time")
	flags.StringVar(&f.o.Name, "name", "", "what this worker is called in the record, a `NAME` (default host and process)")
	flags.DurationVar(&f.o.Most, "most", tasks.DefaultMost, "the `time` that a run may take")
	flags.DurationVar(&f.o.Grace, "grace", 0, "the `time` that runs have to end after TERM; 0s: they are given back at once")
	flags.DurationVar(&f.o.Patience, "patience", tasks.DefaultPatience, "how long to wait for a server that is away, or for a sweep, a `time`")
	flags.StringSliceVar(&f.commands, "allow-commands", nil, "start these `programs` where a row of a sweep is one (command): by name, like python3, by content, like sha256:9f86d081, or * for all; only if you trust the sweep")
	flags.BoolVar(&f.o.Stay, "stay", false, "wait for the next sweep when one has ended")
	flags.BoolVar(&f.quiet, "quiet", false, "nothing on standard error")
	f.memory.Bind(cmd)
}

// run works until the sweep has ended, or until the worker is interrupted.
func (f *workFlags) run(cmd *cobra.Command) error {
	reg, o := f.registry, &f.o
	if reg.Queue() == nil {
		return workers.ErrNoQueue
	}
	program, err := build.This()
	if err != nil {
		return err
	}
	if o.Access, err = workers.Connection(reg, f.access.Access, f.urls); err != nil {
		return err
	}
	free, err := f.memory.Free()
	if err != nil {
		return err
	}
	var room *tasks.Room
	if have, known := free(); known {
		room = tasks.NewRoom(have.Bytes)
	}
	if o.Jobs < 1 {
		return fmt.Errorf("--jobs: at least 1, not %d", o.Jobs)
	}
	if o.Most <= 0 || o.Grace < 0 || o.Patience <= 0 {
		return errors.New("--most and --patience must be more than 0s, --grace at least 0s")
	}
	var starter *sweep.Starter
	if len(f.commands) > 0 {
		starter = &sweep.Starter{Allowed: f.commands}
		defer starter.Close()
	}
	o.Program, o.Handlers = program, workers.Handlers(reg, program, room, starter)
	o.Warn = func(text string) {
		if !f.quiet {
			fmt.Fprintln(cmd.ErrOrStderr(), text)
		}
	}
	record, err := reg.Queue().Work(cmd.Context(), *o)
	for _, one := range record.Workers {
		fmt.Fprintf(cmd.OutOrStdout(), "%s: %d done, %s of work, %d given back, %d without room, %d errors\n", one.Name, one.Done, workers.Spent(one.Seconds), record.Returned, record.NoRoom, record.Failed)
	}
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}
