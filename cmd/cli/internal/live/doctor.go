package live

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/internal/base/errs"
	"bellwether/internal/live/daemon"
	"bellwether/internal/live/doctor"
	"bellwether/internal/study/registry"
)

// errCheckFailed means that a check of an examination failed.
var errCheckFailed = errors.New("a check failed: do what its line says")

func liveDoctorCommand(reg *registry.Registry) *cobra.Command {
	f := liveFlags{registry: reg}
	var r reach
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check this machine and its cluster, and say what to do",
		Long: `Check this machine, and the cluster that its agent sees if one runs: ports, addresses,
seeds by UDP and TCP, multicast for --discover, keys and token, the state directory, the
clock, the MTU, the members and which of them are heard, and the commands of hooks. One line
for each has ok, warn or fail, and what to do.

It takes the settings of "bellwether live". Without a name, a state directory or a file of
settings it takes the settings of the one agent that runs. It changes nothing, takes 5 s at most, and ends with
exit code 1 if a check fails. Seeds get a packet of one byte, which they refuse and count.`,
		Example: "  bellwether live doctor\n  bellwether live doctor --config /etc/bellwether/live.yaml\n  bellwether live doctor --join 192.168.1.11 --format json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			e, err := f.examination(cmd)
			if err != nil {
				return err
			}
			found := e.Run(cmd.Context())
			program := registry.Program(cmd.Root().Name())
			for i := range found {
				found[i].Do = program.Says(found[i].Do)
			}
			if err := showFindings(cmd.OutOrStdout(), found, r.format); err != nil {
				return err
			}
			if doctor.Worst(found) == doctor.Fail {
				return ofAgent{errCheckFailed}
			}
			return nil
		},
	}
	f.bind(cmd)
	return r.formatted(cmd)
}

// examination returns the examination of this machine and of the agent that the flags select.
func (f *liveFlags) examination(cmd *cobra.Command) (*doctor.Examination, error) {
	changes, err := f.changes(cmd)
	if err != nil {
		return nil, err
	}
	given := cmd.Flags().Changed
	if !given("name") && !given("state") && !given("config") {
		home, err := daemon.Home{}.Find()
		if err != nil {
			return nil, err
		}
		changes = append(changes, daemon.Change{Path: "name", Value: strconv.Quote(home.Name), Flag: "--name " + home.Name},
			daemon.Change{Path: "state", Value: strconv.Quote(home.State), Flag: "--state " + home.State})
	}
	s, err := daemon.Load(f.config, changes, f.registry)
	if s == nil {
		return nil, err
	}
	e := &doctor.Examination{Settings: s}
	if err != nil {
		e.Wrong = errors.New(errs.ForPeople(err))
	}
	return e, nil
}

func showFindings(w io.Writer, all []doctor.Finding, format cmdline.AnswerFormat) error {
	if format == cmdline.AsJSON {
		return cmdline.WriteJSON(w, all)
	}
	var b strings.Builder
	for _, f := range all {
		fmt.Fprintf(&b, "%-4s  %-9s  %s", f.Level, f.Check, strings.ReplaceAll(strings.TrimSpace(f.Found), "\n", "; "))
		if f.Do != "" {
			fmt.Fprintf(&b, ": %s", f.Do)
		}
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, b.String())
	return err
}
