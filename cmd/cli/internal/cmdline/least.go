package cmdline

import (
	"fmt"

	"github.com/spf13/cobra"
)

// A Least is the lower bound of a flag's number. It counts if the flag is given.
type Least struct {
	Flag         string
	Value, Least int
}

// AtLeast returns an error for the first number that is too small.
func AtLeast(cmd *cobra.Command, numbers []Least) error {
	for _, n := range numbers {
		if cmd.Flags().Changed(n.Flag) && n.Value < n.Least {
			return fmt.Errorf("--%s: %d or more, not %d", n.Flag, n.Least, n.Value)
		}
	}
	return nil
}
