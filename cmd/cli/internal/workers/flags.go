// Package workers has the flags by which a verb gives its runs to other machines, and shows who
// makes them: --serve, --nats and their credentials. It assumes that results do not depend on who
// makes a run. A program without a queue gives ErrNoQueue. Secrets are printed once, to standard
// error, and never written to a file here.
package workers

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"bellwether/internal/base/build"
	"bellwether/internal/proof/explorer"
	"bellwether/internal/proof/hunt"
	"bellwether/internal/study/campaign"
	"bellwether/internal/study/registry"
	"bellwether/internal/study/results"
	"bellwether/internal/study/sweep"
	"bellwether/internal/study/tasks"
)

// ErrNoQueue means that the program was built without NATS.
var ErrNoQueue = errors.New("this program was built without NATS, so that the first command in a clone does not wait for it; " +
	"the one that has it: go -C cmd/nats install ./bellwether, or a release")

// Access say how a NATS server is reached.
type Access struct{ tasks.Access }

func (f *Access) bind(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.Creds, "creds", "", "the `FILE` of credentials for NATS")
	flags.StringVar(&f.Nkey, "nkey", "", "the `FILE` of an nkey's seed for NATS")
	flags.StringVar(&f.CA, "tls-ca", "", "the `FILE` of the certificates that sign the server's (default the system's)")
	flags.StringVar(&f.Cert, "tls-cert", "", "the `FILE` of this client's certificate")
	flags.StringVar(&f.Key, "tls-key", "", "the `FILE` of its key")
}

// BindClient adds the token of a server of --serve, for verbs that connect to one.
func (f *Access) BindClient(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.Token, "token", os.Getenv(tokenVariable), "the `TOKEN` that --serve printed, or @FILE")
	cmd.Flags().Lookup("token").DefValue = ""
	f.bind(cmd)
}

// Flags are the flags of verbs whose tasks other machines can do.
type Flags struct {
	Registry *registry.Registry
	access   Access
	serve    bool
	urls     []string
	o        tasks.Serving
	Program  build.Program

	stderr      io.Writer
	Quiet       *bool
	coordinator tasks.Coordinator // once there is one
}

// DefaultListen is NATS's own port, on this machine alone.
const DefaultListen = "127.0.0.1:4222"

func (f *Flags) Bind(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&f.serve, "serve", false, "let other machines make the runs: start a server, for bellwether sweep work")
	flags.StringVar(&f.o.Listen, "listen", DefaultListen, "where the server of --serve listens, `HOST:PORT`; beyond this machine workers need a token, and all is encrypted")
	flags.BoolVar(&f.o.Guarded, "guarded", false, "token and encryption also if only this machine can connect")
	flags.StringSliceVar(&f.urls, "nats", nil, "let other machines make the runs, over the NATS cluster at these `URLs`")
	flags.IntVar(&f.o.Tries, "tries", tasks.DefaultTries, "how often a run may fail, `N`, before its error is reported")
	flags.DurationVar(&f.o.Lease, "lease", tasks.DefaultLease, "the `time` after which a worker that is silent has lost its run")
	flags.DurationVar(&f.o.Patience, "patience", tasks.DefaultPatience, "how long to try to reach a server that does not answer, a `time`")
	f.access.bind(cmd)
}

// Asked checks the flags, and reports whether they ask other machines to make the runs.
func (f *Flags) Asked(cmd *cobra.Command) (bool, error) {
	changed := cmd.Flags().Changed
	f.stderr = cmd.ErrOrStderr()
	if !f.serve && len(f.urls) == 0 {
		for _, flag := range []string{"listen", "guarded", "tries", "lease", "patience", "creds", "nkey", "tls-ca", "tls-cert", "tls-key"} {
			if changed(flag) {
				return false, fmt.Errorf("--%s goes with --serve or --nats", flag)
			}
		}
		return false, nil
	}
	switch {
	case f.Registry.Queue() == nil:
		return true, ErrNoQueue
	case f.o.Tries < 1:
		return true, fmt.Errorf("--tries: 1 or more, not %d", f.o.Tries)
	case f.o.Lease <= 0 || f.o.Patience <= 0:
		return true, errors.New("--lease and --patience: more than 0s")
	case f.serve && len(f.urls) > 0:
		return true, errors.New("--serve starts a server, --nats uses others: give one of them")
	case f.serve && f.o.Listen == "":
		return true, errors.New("--listen is empty: want HOST:PORT, or leave it out")
	case !f.serve && (changed("listen") || changed("guarded")):
		return true, errors.New("--listen and --guarded go with --serve")
	case f.serve && f.access.Access.Creds+f.access.Nkey+f.access.CA+f.access.Cert+f.access.Key != "":
		return true, errors.New("--creds, --nkey and --tls-… go with --nats; the server of --serve makes a token of its own")
	}
	var err error
	f.Program, err = build.This()
	return true, err
}

// Shard reads --shard. An empty value is refused: a variable without a value in a batch job would
// otherwise mean all runs.
func Shard(cmd *cobra.Command, text string) (tasks.Shard, error) {
	if text == "" && cmd.Flags().Changed("shard") {
		return tasks.Shard{}, errors.New("--shard is empty: want I/N, like 3/7, or leave it out")
	}
	shard, err := tasks.ParseShard(text)
	if err != nil {
		err = fmt.Errorf("--shard: %w", err)
	}
	return shard, err
}

// Engine starts a coordinator for work with a name. Its files are in dir; "": in none.
func (f *Flags) Engine(ctx context.Context, name, dir string, jobs int, handlers map[tasks.Kind]tasks.Handler) (tasks.Engine, error) {
	o := f.o
	o.Name, o.Dir, o.Program, o.Handlers, o.Here = name, dir, f.Program, handlers, jobs
	o.Warn = f.say
	if !f.serve {
		o.Listen, o.Access = "", f.access.Access
		o.Access.URLs = f.urls
	}
	var err error
	if f.coordinator, err = f.Registry.Queue().Serve(ctx, o); err != nil {
		return nil, err
	}
	if *f.Quiet {
		return f.coordinator, nil
	}
	fmt.Fprintf(f.stderr, "%s: on each machine that is to work, with this program:\n  %s sweep work %s\n", name, f.Registry.Program(), f.coordinator.Join())
	if dir != "" {
		fmt.Fprintf(f.stderr, "or, where %s can be read: %s sweep work --connect %s\n", dir, f.Registry.Program(), dir)
	}
	if token := f.coordinator.Secret(); token != "" {
		fmt.Fprintf(f.stderr, "the token, shown this once: %s\n", token)
	}
	return f.coordinator, nil
}

func (f *Flags) say(text string) {
	if !*f.Quiet {
		fmt.Fprintln(f.stderr, text)
	}
}

// Progress returns a function that adds who works to a campaign's progress, and passes it on.
func (f *Flags) Progress(to func(campaign.Progress)) func(campaign.Progress) {
	return func(p campaign.Progress) {
		if f.coordinator != nil {
			p.By, p.Left, p.Most = f.coordinator.Note(), f.coordinator.Left(p.Total-p.Done), 0
			f.coordinator.Tell(tasks.Whole{Done: p.Done, Asked: p.Total})
		}
		to(p)
	}
}

// Advance tells the coordinator how far the work is.
func (f *Flags) Advance(done, asked int) {
	if f.coordinator != nil {
		f.coordinator.Tell(tasks.Whole{Done: done, Asked: asked})
	}
}

// Note says who works now, as the end of a line; "" if this machine works alone.
func (f *Flags) Note() string {
	if f.coordinator == nil {
		return ""
	}
	return ", " + f.coordinator.Note()
}

// Close ends the coordinator, if one was started, and prints who did what. err is the error with
// which the work ended; nil: it is complete.
func (f *Flags) Close(dir string, err error) error {
	if f.coordinator == nil {
		return err
	}
	record := f.coordinator.Record()
	// Without a directory no later process can go on.
	finished := dir == "" || !errors.Is(err, campaign.ErrInterrupted) && !errors.Is(err, results.ErrWrite) && !errors.Is(err, tasks.ErrStopped)
	err = errors.Join(err, f.coordinator.Close(tasks.Finished(finished)))
	if !*f.Quiet {
		writeRecord(f.stderr, record, dir)
	}
	return err
}

// writeRecord prints who did what.
func writeRecord(w io.Writer, r tasks.Record, dir string) {
	for _, one := range r.Workers {
		fmt.Fprintf(w, "  %-30s %8d runs, %s\n", one.Name, one.Done, Spent(one.Seconds))
	}
	fmt.Fprintf(w, "%d runs were made twice, %d times one was lost with its worker, %d were given back, %d found no room at a worker, %d answers were errors\n", r.Repeated, r.Lost, r.Returned, r.NoRoom, r.Failed)
	if dir != "" && len(r.Workers) > 0 {
		fmt.Fprintf(w, "%s/work.ndjson has it run by run\n", strings.TrimSuffix(dir, "/"))
	}
}

// Spent is a time of work, as people read it.
func Spent(seconds float64) string {
	return (time.Duration(seconds*1e9) * time.Nanosecond).Round(100 * time.Millisecond).String()
}

// Handlers are the tasks that this program can do for others. starter starts the programs of rows; nil: none.
func Handlers(reg *registry.Registry, program build.Program, room *tasks.Room, starter *sweep.Starter) map[tasks.Kind]tasks.Handler {
	return map[tasks.Kind]tasks.Handler{
		tasks.Run:    (&sweep.Carrier{Algorithms: reg, Program: program, Room: room, Starter: starter}).Handle,
		tasks.Trial:  (&hunt.Carrier{Program: reg, Build: program.Build, Room: room}).Handle,
		tasks.Search: (&explorer.Carrier{Find: reg.Find, Invariants: reg.Invariants, Build: program.Build, Room: room}).Handle,
	}
}
