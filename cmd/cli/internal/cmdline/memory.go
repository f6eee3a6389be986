package cmdline

import (
	"fmt"

	"github.com/spf13/cobra"

	"bellwether/internal/base/memory"
)

// Memory is --memory of the commands that run worlds.
type Memory struct{ size string }

func (f *Memory) Bind(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.size, "memory", "", "memory that runs may take, a `size` like 8GB; off: no limit (default what is free)")
}

// Free returns a function that says how much memory runs may take, and sets this amount as the
// limit of the garbage collector.
func (f *Memory) Free() (func() (memory.Amount, bool), error) {
	look, err := memory.Parse(f.size)
	if err != nil {
		return nil, fmt.Errorf("--memory: %w", err)
	}
	return func() (memory.Amount, bool) {
		have, known := look()
		if known {
			memory.Keep(have)
		}
		return have, known
	}, nil
}
