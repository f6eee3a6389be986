package cli

import (
	"fmt"

	"github.com/spf13/cobra"
)

// A least is what the number of a flag must be at least, if it is given.
type least struct {
	flag         string
	value, least int
}

// atLeast refuses the first number that is too small.
func atLeast(cmd *cobra.Command, numbers []least) error {
	for _, n := range numbers {
		if cmd.Flags().Changed(n.flag) && n.value < n.least {
			return fmt.Errorf("--%s: %d or more, not %d", n.flag, n.least, n.value)
		}
	}
	return nil
}
