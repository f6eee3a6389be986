package look

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/internal/base/strictyaml"
	"bellwether/internal/draw/table"
	"bellwether/internal/study/registry"
	"bellwether/scenarios"
)

func algorithmsCommand(reg *registry.Registry) *cobra.Command {
	var format cmdline.ListFormat
	cmd := &cobra.Command{
		Use:   "algorithms [NAME]",
		Short: "List the algorithms, or say all about one",
		Long: `Without a name, list the algorithms. With one, print its paper, what it assumes
and tries to elect, when it settles, its messages and their proven numbers, its parameters, and where it deviates from its source. All of it comes from the code.`,
		Example: "  bellwether algorithms\n  bellwether algorithms vasudevan\n  bellwether algorithms --format json",
		Args:    cmdline.OneOrNone("the name of an algorithm"),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return reg.Names(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				var rows [][]string
				for _, a := range reg.All() {
					rows = append(rows, []string{a.Name, string(a.Goal), a.Needs.String(), a.About})
				}
				list := table.Table{Header: []string{"algorithm", "elects", "assumes", "about"}, Rows: rows}
				return format.Write(cmd.OutOrStdout(), list)
			}
			if cmd.Flags().Changed("format") {
				return errors.New("--format is for the list; one algorithm is described in words")
			}
			a, ok := reg.Find(args[0])
			if !ok {
				return fmt.Errorf("unknown algorithm %q%s", args[0], strictyaml.Hint(args[0], reg.Names()))
			}
			return scenarios.Describe(cmd.OutOrStdout(), a)
		},
	}
	format.Bind(cmd)
	return cmd
}
