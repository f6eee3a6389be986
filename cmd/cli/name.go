package cli

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"bellwether/internal/study/registry"
)

// named puts the name of another program than bellwether into a command tree: into the help
// of all its verbs, from which man pages are made.
func named(root *cobra.Command, reg *registry.Registry) {
	if reg.Program() == registry.Bellwether {
		return
	}
	root.Use = string(reg.Program())
	root.Long = "The workbench bellwether, and what " + root.Use + " has of its own.\n\n" + root.Long
	everyCommand(root, func(cmd *cobra.Command) {
		cmd.Short, cmd.Long, cmd.Example = reg.Program().Says(cmd.Short), reg.Program().Says(cmd.Long), reg.Program().Says(cmd.Example)
		cmd.Flags().VisitAll(func(f *pflag.Flag) { f.Usage = reg.Program().Says(f.Usage) })
	})
}

// everyCommand calls f for a command and all below it, the hidden ones included.
func everyCommand(cmd *cobra.Command, f func(*cobra.Command)) {
	f(cmd)
	for _, sub := range cmd.Commands() {
		everyCommand(sub, f)
	}
}
