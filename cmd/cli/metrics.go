package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"bellwether/internal/draw/table"
	"bellwether/internal/study/campaign"
	"bellwether/trace/measure"
)

func metricsCommand(own []measure.Own) *cobra.Command {
	var format listFormat
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
			out := table.Table{Header: []string{"key", "title", "unit", "better", "meaning"}}
			all := measure.Keys()
			for _, o := range own {
				all = append(all, o.Key)
			}
			for _, k := range all {
				if asked == nil || slices.Contains(asked, k.Name) {
					out.Rows = append(out.Rows, []string{k.Name, k.Title, table.UnitOf(&k), betterWords(k.Better), k.Meaning})
				}
			}
			return format.write(cmd.OutOrStdout(), out)
		},
	}
	format.bind(cmd)
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

// ofMetrics marks flags whose values are keys of metrics.
const ofMetrics = "bellwether-metrics"

// namesMetrics marks a flag, and offers the keys to the shell.
func namesMetrics(cmd *cobra.Command, flag string, own ...measure.Own) {
	if err := cmd.Flags().SetAnnotation(flag, ofMetrics, nil); err != nil {
		panic("bellwether: " + err.Error()) // there is no such flag: a mistake in this package
	}
	complete(cmd, flag, func() []string { return campaign.ColumnNames(own...) })
}

// findMetrics replaces titles that a user gave as metrics by their keys, and prints that.
func findMetrics(cmd *cobra.Command, own []measure.Own) error {
	var fault error
	quiet, _ := cmd.Flags().GetBool("quiet") // false if there is no such flag
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if _, marked := flag.Annotations[ofMetrics]; !marked || fault != nil {
			return
		}
		given := []string{flag.Value.String()}
		list, several := flag.Value.(pflag.SliceValue)
		if several {
			given = list.GetSlice()
		}
		keys := make([]string, len(given))
		for i, word := range given {
			key, err := campaign.MetricCalled(word, own...)
			switch {
			case err != nil && several: // the verb reports it with all other faults
				keys[i] = word
				continue
			case err != nil:
				fault = fmt.Errorf("--%s %s: %w", flag.Name, word, err)
				return
			}
			if keys[i] = key; key != word && !quiet {
				fmt.Fprintf(cmd.ErrOrStderr(), "note: --%s %s is %s\n", flag.Name, word, key)
			}
		}
		if several {
			fault = list.Replace(keys)
		} else if keys[0] != given[0] {
			fault = flag.Value.Set(strings.Join(keys, ","))
		}
	})
	return fault
}
