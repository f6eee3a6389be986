package look

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/protocol"
	"bellwether/trace"
)

func showCommand() *cobra.Command {
	var f struct {
		node     uint32
		from, to time.Duration
		kinds    []string
		scenario bool
		names    bool
	}
	cmd := &cobra.Command{
		Use:   "show TRACE",
		Short: "Print a trace as a readable conversation",
		Long: `Print a trace that "run --trace" wrote: each message with its sender and receivers, and
what happened to it. With --scenario, print the scenario of its run instead, with every
default filled in; "bellwether run TRACE" repeats the run.`,
		Example: `  bellwether show walk.ndjson
  bellwether show walk.ndjson --node 7 --from 2m --to 2m10s
  bellwether show walk.ndjson --kind election,ack`,
		Args: cmdline.OneFile("the trace"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.to > 0 && f.to <= f.from {
				return fmt.Errorf("--to %v is not after --from %v", f.to, f.from)
			}
			file, err := os.Open(args[0])
			if err != nil {
				return err
			}
			defer file.Close()
			if f.scenario {
				return showScenario(cmd.OutOrStdout(), file, args[0])
			}
			return trace.Show(cmd.OutOrStdout(), file, args[0], trace.Filter{
				Node: protocol.ID(f.node), From: protocol.Time(f.from), To: protocol.Time(f.to), Kinds: f.kinds, Names: f.names,
			})
		},
	}
	flags := cmd.Flags()
	flags.Uint32Var(&f.node, "node", 0, "only records of or about this `node`")
	flags.DurationVar(&f.from, "from", 0, "only from this `time` on, like 2m")
	flags.DurationVar(&f.to, "to", 0, "only before this `time`")
	flags.BoolVar(&f.scenario, "scenario", false, "print the scenario that the trace is of")
	flags.BoolVar(&f.names, "names", false, "print the name of each message, for interventions of a scenario")
	flags.StringSliceVar(&f.kinds, "kind", nil, "only these `kinds` of messages (election) or records (receive)")
	return cmd
}

// showScenario prints the scenario of the run that a trace file, called name in errors, is of:
// the YAML of one row and one seed.
func showScenario(w io.Writer, file io.Reader, name string) error {
	t, err := trace.NewReader(file, name)
	if err != nil {
		return err
	}
	if t.Header.Origin.YAML == "" {
		return fmt.Errorf("%s:1: the header holds no scenario", name)
	}
	_, err = io.WriteString(w, t.Header.Origin.YAML)
	return err
}
