package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"bellwether/internal/memory"
)

// memoryFlag is --memory of the commands that run worlds.
type memoryFlag struct{ size string }

func (f *memoryFlag) bind(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.size, "memory", "", "runs may take this `size`, like 8GB; off: worlds of any size are tried (default what is free)")
}

// free says how much memory runs may take. Once that was asked, the collector keeps the
// program within it.
func (f *memoryFlag) free() (func() (memory.Amount, bool), error) {
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
