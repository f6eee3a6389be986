package worlds

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"strconv"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/internal/base/strictyaml"
	"bellwether/internal/contract/foreign"
	"bellwether/internal/draw/table"
	"bellwether/internal/study/preview"
	"bellwether/internal/study/registry"
	"bellwether/scenarios"
)

func scenariosCommand(reg *registry.Registry) *cobra.Command {
	var format cmdline.ListFormat
	listed := func(cmd *cobra.Command, _ []string) error { return listScenarios(cmd.OutOrStdout(), format) }
	cmd := &cobra.Command{
		Use:   "scenarios",
		Short: "List, show and check scenarios",
		Long: `Without a verb, list the scenarios that come with bellwether. To write your own,
begin with a copy:

  bellwether scenarios show campus-walk > my.yaml
  bellwether scenarios schema > schema.json   # lets editors complete and check
  bellwether scenarios check my.yaml`,
		Example: "  bellwether scenarios\n  bellwether scenarios show campus-walk",
		Args:    cobra.NoArgs,
		RunE:    listed,
	}
	list := &cobra.Command{
		Use: "list", Short: "List the scenarios that come with bellwether",
		Example: "  bellwether scenarios list",
		Args:    cobra.NoArgs, RunE: listed,
	}
	show := &cobra.Command{
		Use: "show NAME", Short: "Print the file of a built-in scenario",
		Example: "  bellwether scenarios show campus-walk > my.yaml",
		Args:    cmdline.OneArgument("the name of a scenario"), ValidArgsFunction: cmdline.CompleteScenarios,
		RunE: func(cmd *cobra.Command, args []string) error {
			source, ok := scenarios.Source(args[0])
			if !ok {
				return fmt.Errorf("%s: %w%s", args[0], scenarios.ErrNotFound, strictyaml.Hint(args[0], scenarios.Builtin()))
			}
			_, err := cmd.OutOrStdout().Write(source)
			return err
		},
	}
	check := &cobra.Command{
		Use: "check FILE|NAME…", Short: "Check scenarios, and say what their worlds are, before a run",
		Long: `Report every fault of a scenario with its line. Of a sound one say what it is before it is
run: the range and what makes it, how many neighbours a node has, how often all nodes are
connected, hops, what the upkeep of a settled network takes of the medium, when batteries
end, and about how much time and memory "bellwether run" takes. Links are looked at in drawn
movement without faults; load and time come from the first seconds of a run of each row.`,
		Example: "  bellwether scenarios check my.yaml",
		Args:    cmdline.AtLeastOneScenario, ValidArgsFunction: cmdline.CompleteScenarios,
		RunE: func(cmd *cobra.Command, args []string) error { return checkScenarios(cmd, args, reg) },
	}
	var lines bool
	schema := &cobra.Command{
		Use: "schema", Short: "Print the JSON Schema of a scenario file, with every key's meaning",
		Long: `Print the JSON Schema of a scenario file. With --lines that of the lines which a program
in any language reads and writes, if it runs the nodes of a row.`,
		Example: "  bellwether scenarios schema > schema.json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			text := scenarios.Schema()
			if lines {
				text = foreign.Schema()
			}
			_, err := cmd.OutOrStdout().Write(text)
			return err
		},
	}
	schema.Flags().BoolVar(&lines, "lines", false, "the schema of the lines of programs")
	format.Bind(cmd)
	format.Bind(list)
	cmd.AddCommand(list, show, check, schema, modelsCommand(), referenceCommand())
	return cmd
}

func referenceCommand() *cobra.Command {
	return &cobra.Command{
		Use: "reference", Short: "Print the reference page: every key, its type, unit, bounds, default and source",
		Long: `Print the page scenarios/REFERENCE.md, in Markdown: every key of a scenario, what it
takes and means, its default and source, a table for each model, and the named radios
and batteries. All of it comes from the code.`,
		Example: "  bellwether scenarios reference > reference.md",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := cmd.OutOrStdout().Write(scenarios.Reference())
			return err
		},
	}
}

func listScenarios(w io.Writer, format cmdline.ListFormat) error {
	var rows [][]string
	for _, name := range scenarios.Builtin() {
		s, err := scenarios.Load(name, scenarios.Options{})
		if err != nil {
			return err
		}
		rows = append(rows, []string{s.Name, strconv.Itoa(s.Nodes), s.Duration.String(),
			strconv.Itoa(s.Runs), strconv.Itoa(len(s.Algorithms)), s.About})
	}
	list := table.Table{Header: []string{"scenario", "nodes", "duration", "runs", "algorithms", "about"},
		Right: []bool{false, true, true, true, true}, Rows: rows}
	return format.Write(w, list)
}

// checkScenarios says of each sound scenario what its world is, and of the others what is wrong.
func checkScenarios(cmd *cobra.Command, args []string, reg *registry.Registry) error {
	var faults []error
	for _, name := range args {
		s, err := scenarios.Load(name, reg.Options())
		if err != nil {
			faults = append(faults, err)
			continue
		}
		for _, line := range s.Sound(name) {
			fmt.Fprintln(cmd.OutOrStdout(), line)
		}
		fmt.Fprint(cmd.OutOrStdout(), preview.Of(cmd.Context(), s, runtime.GOMAXPROCS(0)).Text())
	}
	return errors.Join(faults...)
}
