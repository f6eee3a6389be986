package live

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/internal/live/daemon"
	"bellwether/internal/live/fleet/demo"
	"bellwether/internal/study/campaign"
	"bellwether/internal/study/registry"
)

func liveDemoCommand(reg *registry.Registry) *cobra.Command {
	var o demo.Options
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Watch agents on this machine lose their leader, and elect",
		Long: `Start agents on this machine, each a process of its own, with the emulated radio of a
grid; kill the leader, start it again, let it leave, and print what the others do. It
leaves no files or processes, and takes some seconds.

With --trials it kills the leader so many times, and prints how long the others took to
follow another: on your machine, with the timing that you want to use.`,
		Example: "  bellwether live demo\n  bellwether live demo --nodes 16 --algorithm bully\n  bellwether live demo --timing lan --trials 20",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			err := checkDemo(o, reg)
			if err != nil {
				return err
			}
			if o.Program, err = program(); err != nil {
				return fmt.Errorf("live demo: %w", err)
			}
			for _, a := range daemon.Algorithms(reg) {
				if a.Name == o.Algorithm {
					o.Goal = a.Goal
				}
			}
			o.Out = cmd.OutOrStdout()
			err = demo.Run(cmd.Context(), o)
			switch {
			case errors.Is(err, context.Canceled):
				return fmt.Errorf("live demo: %w", campaign.ErrInterrupted)
			case err != nil:
				return ofAgent{err}
			}
			return nil
		},
	}
	cmd.Flags().IntVar(&o.Nodes, "nodes", 8, fmt.Sprintf("`N` agents, %d to %d", demo.MinNodes, demo.MaxNodes))
	cmd.Flags().StringVar(&o.Algorithm, "algorithm", reg.Names()[0], "`name` of the algorithm that they run")
	cmd.Flags().StringVar(&o.Timing, "timing", "local", "their time-outs, a `preset`: local, lan-fast, lan, wifi or wan")
	cmd.Flags().IntVar(&o.Trials, "trials", 0, "kill the leader `N` times, to measure")
	cmd.Flags().StringVar(&o.Trace, "trace", "", "keep their traces in this `directory`")
	cmdline.Complete(cmd, "algorithm", reg.Names)
	return cmd
}

// checkDemo refuses the options that the agents would refuse.
func checkDemo(o demo.Options, reg *registry.Registry) error {
	if err := o.Validate(); err != nil {
		return err
	}
	quoted := func(name, value string) daemon.Change {
		return daemon.Change{Path: name, Value: strconv.Quote(value), Flag: "--" + name + " " + value}
	}
	_, err := daemon.Load("", []daemon.Change{quoted("algorithm", o.Algorithm), quoted("timing", o.Timing),
		{Path: "expect", Value: strconv.Itoa(o.Nodes), Flag: fmt.Sprintf("--nodes %d", o.Nodes)}}, reg)
	return err
}

// program is the path of the running program, by the name that it was called with, since
// one file may have several names.
func program() (string, error) {
	path, err := exec.LookPath(os.Args[0])
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if err != nil {
		return os.Executable()
	}
	return path, nil
}
