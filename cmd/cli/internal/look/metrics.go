package look

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/internal/draw/table"
	"bellwether/internal/study/campaign"
	"bellwether/trace/measure"
)

func metricsCommand(own []measure.Own) *cobra.Command {
	var format cmdline.ListFormat
	cmd := &cobra.Command{
		Use:   "metrics [NAME…]",
		Short: "List the metrics: key, title, unit and meaning",
		Long: `List the metrics: the key for --columns and --metric, the title of its column, its unit
and its meaning. With names, which may be keys, titles or beginnings of keys, describe
those.`,
		Example: "  bellwether metrics\n  bellwether metrics instability 'election time'",
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return campaign.MetricNames(own...), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			var asked []string
			for _, word := range args {
				key, err := campaign.MetricCalled(word, own...)
				if err != nil {
					return fmt.Errorf("%q: %w", word, err)
				}
				asked = append(asked, key)
			}
			list := table.Table{Header: []string{"key", "title", "unit", "better", "meaning"}}
			all := measure.Keys()
			for _, o := range own {
				all = append(all, o.Key)
			}
			for _, k := range all {
				if asked == nil || slices.Contains(asked, k.Name) {
					list.Rows = append(list.Rows, []string{k.Name, k.Title, table.UnitOf(&k), betterWords(k.Better), k.Meaning})
				}
			}
			return format.Write(cmd.OutOrStdout(), list)
		},
	}
	format.Bind(cmd)
	return cmd
}

func betterWords(b measure.Better) string {
	switch b {
	case measure.Lower:
		return "lower"
	case measure.Higher:
		return "higher"
	}
	return ""
}
