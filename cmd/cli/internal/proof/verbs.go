// Package proof has the verbs that look for faults: hunt, explore and story. A verb turns its flags
// into a search of another package, shows its progress, and prints what was found. Searches that
// other machines make go through package workers. Errors that a script must distinguish are
// exported for the program's exit codes.
package proof

import (
	"bellwether/internal/study/registry"

	"github.com/spf13/cobra"
)

// Verbs returns the verbs of this package, in the order of their use.
func Verbs(reg *registry.Registry) []*cobra.Command {
	return []*cobra.Command{huntCommand(reg), exploreCommand(reg), storyCommand(reg)}
}
