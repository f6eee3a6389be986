package worlds

import (
	"errors"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/internal/draw/table"
	"bellwether/scenarios"
)

func modelsCommand() *cobra.Command {
	var format cmdline.ListFormat
	cmd := &cobra.Command{
		Use: "models [NAME]", Short: "List the models of a scenario, or say all about one",
		Long: `Without a name, list the models of movement, radio and other parts, by the key that
selects them. With a name, print the model's paper and its keys: what they take, their
defaults and what they mean. All of it comes from the code.`,
		Example: "  bellwether scenarios models\n  bellwether scenarios models gauss-markov",
		Args:    cmdline.OneOrNone("the name of a model"), ValidArgsFunction: completeModels,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				if cmd.Flags().Changed("format") {
					return errors.New("scenarios models: --format is for the list; one model is described in words")
				}
				return scenarios.DescribeModels(cmd.OutOrStdout(), args[0])
			}
			list := table.Table{Header: []string{"key", "model", "keys beside it"}, Rows: scenarios.Models()}
			return format.Write(cmd.OutOrStdout(), list)
		},
	}
	format.Bind(cmd)
	return cmd
}

func completeModels(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for _, row := range scenarios.Models() {
		names = append(names, row[1])
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}
