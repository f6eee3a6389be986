package cmdline

import (
	"fmt"

	"github.com/spf13/cobra"
)

// A Least is what the number of a flag must be at least, if it is given.
type Least struct {
	Flag         string
	Value, Least int
}

// AtLeast refuses the first number that is too small.
func AtLeast(cmd *cobra.Command, numbers []Least) error {
	for _, n := range numbers {
		if cmd.Flags().Changed(n.Flag) && n.Value < n.Least {
			return fmt.Errorf("--%s: %d or more, not %d", n.Flag, n.Least, n.Value)
		}
	}
	return nil
}
