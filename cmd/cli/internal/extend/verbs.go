// Package extend has the verbs about the program itself: new, docs and version. It writes the
// beginning of a package, man pages made of the help, and versions with licences. It needs the
// whole tree of commands for the man pages, and changes none of it.
package extend

import (
	"bellwether/internal/study/registry"

	"github.com/spf13/cobra"
)

// Verbs returns the verbs of this package, in the order of their use.
func Verbs(reg *registry.Registry) []*cobra.Command {
	return []*cobra.Command{newCommand(reg), docsCommand(), versionCommand(reg)}
}
