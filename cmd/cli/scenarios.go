package cli

import (
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"bellwether/internal/base/strictyaml"
	"bellwether/internal/draw/table"
	"bellwether/internal/study/registry"
	"bellwether/scenarios"
)

func scenariosCommand(reg *registry.Registry) *cobra.Command {
	var format listFormat
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
		Args:    oneArgument("the name of a scenario"), ValidArgsFunction: completeScenarios,
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
		Use: "check FILE…", Short: "Check scenario files without running them",
		Example: "  bellwether scenarios check my.yaml",
		Args:    atLeastOneScenario, ValidArgsFunction: completeScenarios,
		RunE: func(cmd *cobra.Command, args []string) error { return checkScenarios(cmd, args, reg) },
	}
	schema := &cobra.Command{
		Use: "schema", Short: "Print the JSON Schema of a scenario file, with every key's meaning",
		Example: "  bellwether scenarios schema > schema.json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := cmd.OutOrStdout().Write(scenarios.Schema())
			return err
		},
	}
	format.bind(cmd)
	format.bind(list)
	cmd.AddCommand(list, show, check, schema, modelsCommand(), referenceCommand())
	return cmd
}

func modelsCommand() *cobra.Command {
	var format listFormat
	cmd := &cobra.Command{
		Use: "models [NAME]", Short: "List the models of a scenario, or say all about one",
		Long: `Without a name, list the models of movement, radio and other parts, by the key that
selects them. With a name, print the model's paper and its keys: what they take, their
defaults and what they mean. All of it comes from the code.`,
		Example: "  bellwether scenarios models\n  bellwether scenarios models gauss-markov",
		Args:    oneOrNone("the name of a model"), ValidArgsFunction: completeModels,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				if cmd.Flags().Changed("format") {
					return errors.New("scenarios models: --format is for the list; one model is described in words")
				}
				return scenarios.DescribeModels(cmd.OutOrStdout(), args[0])
			}
			table := table.Table{Header: []string{"key", "model", "keys beside it"}, Rows: scenarios.Models()}
			return format.write(cmd.OutOrStdout(), table)
		},
	}
	format.bind(cmd)
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

func completeModels(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for _, row := range scenarios.Models() {
		names = append(names, row[1])
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

func listScenarios(w io.Writer, format listFormat) error {
	var rows [][]string
	for _, name := range scenarios.Builtin() {
		s, err := scenarios.Load(name, scenarios.Options{})
		if err != nil {
			return err
		}
		rows = append(rows, []string{s.Name, strconv.Itoa(s.Nodes), s.Duration.String(),
			strconv.Itoa(s.Runs), strconv.Itoa(len(s.Algorithms)), s.About})
	}
	table := table.Table{Header: []string{"scenario", "nodes", "duration", "runs", "algorithms", "about"},
		Right: []bool{false, true, true, true, true}, Rows: rows}
	return format.write(w, table)
}

func checkScenarios(cmd *cobra.Command, args []string, reg *registry.Registry) error {
	reports, err := scenarios.Check(args, reg.Options())
	for _, line := range reports {
		fmt.Fprintln(cmd.OutOrStdout(), line)
	}
	return err
}
