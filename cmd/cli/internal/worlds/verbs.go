// Package worlds has the verbs about scenarios and recorded movement: scenarios and mobility. A
// verb reads files, prints what they hold or writes them in another format. Files are complete or
// absent, also after an interrupt. No verb here runs a world.
package worlds

import (
	"bellwether/internal/study/registry"

	"github.com/spf13/cobra"
)

// Verbs returns the verbs of this package, in the order of their use.
func Verbs(reg *registry.Registry) []*cobra.Command {
	return []*cobra.Command{scenariosCommand(reg), mobilityCommand(reg)}
}
