package worlds

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/internal/study/registry"
	"bellwether/scenarios"
)

func generateCommand(reg *registry.Registry) *cobra.Command {
	var target targetFlags
	var scenario, nodes, duration string
	var seed uint64
	var quiet, conference, lenient bool
	cmd := &cobra.Command{
		Use:   "generate --scenario NAME FILE",
		Short: "Write how the nodes of a scenario move, or which nodes meet",
		Long: `Write how the nodes of a scenario, a built-in name or a file, move in the run of a
seed: the same legs that "bellwether run" uses. A file of contacts gets the meetings
within the scenario's range or --range. With --conference write what the devices at a
conference would record in a day: which devices each saw, by scans each 120s.`,
		Example: `  bellwether mobility generate --scenario campus-walk --seed 7 walk.ns_movements
  bellwether mobility generate --scenario campus-walk --nodes 1000 --duration 1h big.fcd.xml.gz
  bellwether mobility generate --scenario campus-walk campus.conn
  bellwether mobility generate --conference --nodes 80 --seed 7 day.contacts`,
		Args: cmdline.OneArgument("the file to write"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if conference {
				return target.conference(cmd, nodes, seed, args[0])
			}
			if scenario == "" {
				return fmt.Errorf("--scenario: name one: a file, or one of %s", strings.Join(scenarios.Builtin(), ", "))
			}
			o := reg.Options()
			for _, flag := range []struct{ name, value string }{{"nodes", nodes}, {"duration", duration}} {
				if cmd.Flags().Changed(flag.name) {
					o.Set = append(o.Set, scenarios.Set(flag.name, flag.name, flag.value))
				}
			}
			o.Lenient = lenient
			o.Algorithms = reg.Names()[:1] // the main algorithm takes any number of nodes, and does not change movement
			s, err := scenarios.Load(scenario, o)
			if err != nil {
				return err
			}
			if !cmd.Flags().Changed("seed") {
				seed = s.Seed
			}
			for _, note := range s.Notes() {
				fmt.Fprintln(cmd.ErrOrStderr(), "warning: "+note)
			}
			return target.writeRun(cmd, s, seed, args[0], quiet)
		},
	}
	target.bind(cmd)
	flags := cmd.Flags()
	flags.StringVar(&scenario, "scenario", "", "built-in `name` or file")
	flags.Uint64Var(&seed, "seed", 0, "`seed` of the run (default the scenario's)")
	flags.StringVar(&nodes, "nodes", "", "`number` of nodes")
	flags.StringVar(&duration, "duration", "", "a `duration` like 10m")
	flags.BoolVar(&conference, "conference", false, "a day at a conference, in place of a scenario; --nodes (default 41) and --seed (default 1)")
	flags.BoolVar(&lenient, "lenient", false, "skip bad lines of the scenario's files, at most one in ten, and print how many and which")
	flags.BoolVar(&quiet, "quiet", false, "no warnings")
	cmdline.Complete(cmd, "scenario", scenarios.Builtin)
	return cmd
}
