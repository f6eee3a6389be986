package cmdline

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"bellwether/internal/study/campaign"
	"bellwether/trace/measure"
)

// ofMetrics marks flags whose values are keys of metrics.
const ofMetrics = "bellwether-metrics"

// NamesMetrics marks a flag whose values are keys of metrics, and offers the keys to the shell.
func NamesMetrics(cmd *cobra.Command, flag string, own ...measure.Own) {
	if err := cmd.Flags().SetAnnotation(flag, ofMetrics, nil); err != nil {
		panic("bellwether: " + err.Error()) // there is no such flag: a mistake in this package
	}
	Complete(cmd, flag, func() []string { return campaign.ColumnNames(own...) })
}

// FindMetrics replaces titles that a user gave as metrics by their keys, and prints that.
func FindMetrics(cmd *cobra.Command, own []measure.Own) error {
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
