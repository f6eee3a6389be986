package study

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/cmd/cli/internal/workers"
	"bellwether/internal/study/registry"
	"bellwether/internal/study/sweep"
	"bellwether/internal/study/tasks"
)

func sweepStatusCommand(reg *registry.Registry) *cobra.Command {
	var access workers.Access
	var urls []string
	var format cmdline.AnswerFormat
	cmd := &cobra.Command{
		Use:   "status [DIR]",
		Short: "Print how far a sweep is, and who works",
		Long: `Print how far a sweep is. For a directory this comes from its results and from the coordinator
that works there; for a server from all coordinators that use it. A program without NATS counts
the results of a directory and asks no coordinator.`,
		Example: `  bellwether sweep status density
  bellwether sweep status --connect nats://127.0.0.1:4222
  bellwether sweep status density --format json`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := format.Check(); err != nil {
				return err
			}
			if (len(args) == 0) == (len(urls) == 0) {
				return errors.New("name the sweep: a directory, or --connect URL")
			}
			if len(args) == 1 {
				return statusOfDir(cmd, reg, args[0], format)
			}
			if reg.Queue() == nil {
				return workers.ErrNoQueue
			}
			at, err := workers.Connection(reg, access.Access, urls)
			if err != nil {
				return err
			}
			found, err := reg.Queue().Status(cmd.Context(), at)
			if err != nil {
				return err
			}
			if len(found) == 0 && format == cmdline.AsText {
				return errors.New("no sweep is coordinated there now")
			}
			return printStatus(cmd.OutOrStdout(), found, format)
		},
	}
	flags := cmd.Flags()
	flags.StringSliceVar(&urls, "connect", nil, "the `URL` of the server")
	access.BindClient(cmd)
	format.Bind(cmd)
	return cmd
}

// statusOfDir asks the coordinator at work in a directory; without one it counts the results.
func statusOfDir(cmd *cobra.Command, reg *registry.Registry, dir string, format cmdline.AnswerFormat) error {
	if reg.Queue() != nil {
		if at, served, err := reg.Queue().At(dir); err == nil && served {
			if found, err := reg.Queue().Status(cmd.Context(), at); err == nil && len(found) > 0 {
				return printStatus(cmd.OutOrStdout(), found, format)
			}
		}
	}
	stand, err := sweep.Look(cmd.Context(), dir, reg)
	if err != nil {
		return err
	}
	one := tasks.Status{Name: stand.Plan.Name, Whole: tasks.Whole{Done: len(stand.Lines), Asked: max(stand.Asked, len(stand.Lines))}}
	if len(stand.Lines) > 0 {
		one.Build = stand.Lines[0].Build
	}
	if format == cmdline.AsText {
		fmt.Fprintf(cmd.OutOrStdout(), "%s: %d of %d runs; %s\n", one.Name, one.Whole.Done, one.Whole.Asked, unanswered(reg, dir))
		return nil
	}
	return printStatus(cmd.OutOrStdout(), []tasks.Status{one}, format)
}

// unanswered says why no coordinator has answered for a directory.
func unanswered(reg *registry.Registry, dir string) string {
	_, err := os.Stat(filepath.Join(dir, tasks.QueueFile))
	switch {
	case err != nil:
		return "no coordinator works here"
	case reg.Queue() == nil:
		return "whether a coordinator works here is not known, since this program was built without NATS and cannot ask: use the one of cmd/nats (go -C cmd/nats install ./bellwether)"
	}
	return "no coordinator answers here; one that uses a cluster answers to bellwether sweep status --connect URL"
}

func printStatus(w io.Writer, all []tasks.Status, format cmdline.AnswerFormat) error {
	if format == cmdline.AsJSON {
		out := json.NewEncoder(w)
		out.SetIndent("", "  ")
		return out.Encode(all)
	}
	for _, s := range all {
		left := ""
		if s.Whole.Left > 0 {
			left = ", about " + s.Whole.Left.Round(time.Second).String() + " left"
		}
		fmt.Fprintf(w, "%s: %d of %d runs, %.0f in the last minute%s, %d queued or under way\n", s.Name, s.Whole.Done, s.Whole.Asked, s.PerMin, left, s.Running)
		for _, one := range s.Workers {
			state := "gone"
			if one.Present {
				state = fmt.Sprintf("%d at a time", one.Jobs)
			}
			fmt.Fprintf(w, "  %-30s %8d runs, %s, %s, %s\n", one.Name, one.Done, workers.Spent(one.Seconds), cmp.Or(one.Machine, "?"), state)
		}
		fmt.Fprintf(w, "  %d made twice, %d lost with a worker, %d given back, %d without room, %d errors\n", s.Repeated, s.Lost, s.Returned, s.NoRoom, s.Failed)
	}
	return nil
}
