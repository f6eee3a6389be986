package live

import (
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/interrupt"
	"bellwether/internal/live/replay"
	"bellwether/internal/study/registry"
	"bellwether/scenarios"
)

func liveCalibrateCommand(reg *registry.Registry) *cobra.Command {
	f := replayFlags{registry: reg}
	tune := ""
	cmd := &cobra.Command{
		Use:         "calibrate DIR|FILE…",
		Annotations: map[string]string{interrupt.OwnTime: ""},
		Short:       "Write the network between live agents as a scenario",
		Long: `Measure loss, delays and round trips between the agents that wrote the traces, and
print them with suggested timers for the network. --out writes a scenario of it, with
the outages that the agents had, for "bellwether run".

Links that come and go because agents moved are not taken for links that lose frames: their
losses are measured while a link is up, and --contacts writes all links with their times.
The scenario of --out then follows that file.

--tune takeover=2s suggests --interval and --misses of the agents instead, with which another
leader is found within 2 s of a crash in 95 of 100 cases. They are found by emulating crashes
of the leader in the measured network, and each row says which false alarms it costs.`,
		Example: `  bellwether live calibrate traces
  bellwether live calibrate traces --out lan.yaml && bellwether run lan.yaml
  bellwether live calibrate traces --out walk.yaml --contacts walk.contacts
  bellwether live calibrate traces --tune takeover=2s`,
		Args: atLeastOneTrace,
		RunE: func(cmd *cobra.Command, args []string) error {
			job, err := f.job(cmd, args)
			if err != nil {
				return err
			}
			if tune != "" {
				takeover, err := tuned(tune)
				if err != nil {
					return err
				}
				job.Jobs = runtime.GOMAXPROCS(0)
				t, err := job.Tune(cmd.Context(), takeover)
				if err != nil {
					return err
				}
				return t.Print(cmd.OutOrStdout(), f.format)
			}
			c, err := job.Calibrate(cmd.Context())
			if err != nil {
				return err
			}
			if f.out != "" {
				if err := replay.Write(f.out, c.YAML); err != nil {
					return err
				}
			}
			return c.Print(cmd.OutOrStdout(), f.format)
		},
	}
	f.common(cmd)
	cmd.Flags().StringVar(&tune, "tune", "", "suggest timers for this `goal`, like takeover=2s")
	cmd.Flags().StringVar(&f.out, "out", "", "write the scenario to this `file`")
	cmd.Flags().StringVar(&f.contacts, "contacts", "", "write the links with their times to this `file`; the scenario names it")
	cmd.MarkFlagsMutuallyExclusive("tune", "out")
	cmd.MarkFlagsMutuallyExclusive("tune", "contacts")
	return cmd
}

// tuned reads takeover=DURATION.
func tuned(goal string) (time.Duration, error) {
	text, ok := strings.CutPrefix(goal, "takeover=")
	var d scenarios.Duration
	if !ok {
		return 0, fmt.Errorf("--tune %s: the goal must be takeover=DURATION, like takeover=2s", goal)
	}
	if err := d.UnmarshalText([]byte(text)); err != nil {
		return 0, fmt.Errorf("--tune %s: %w", goal, err)
	}
	if d.Std() < tuneLeast || d.Std() > time.Hour {
		return 0, fmt.Errorf("--tune %s: the takeover must be from %v to 1h", goal, tuneLeast)
	}
	return d.Std(), nil
}

// tuneLeast is the shortest takeover that --tune takes: two misses of the shortest interval,
// 10 ms, and an election.
const tuneLeast = 50 * time.Millisecond
