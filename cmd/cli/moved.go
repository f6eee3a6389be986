package cli

import (
	"fmt"

	"github.com/spf13/cobra"
)

// moved says which verbs have another name now, by the name that they had.
var moved = map[string]string{"work": "sweep work", "replay": "live replay", "calibrate": "live calibrate"}

// movedCommands are the former names of verbs. Help does not list them. Writing
// one gives an error with the present name.
func movedCommands() (all []*cobra.Command) {
	for former := range moved {
		all = append(all, &cobra.Command{
			Use: former, Hidden: true, DisableFlagParsing: true,
			RunE: func(cmd *cobra.Command, _ []string) error { return movedError(cmd) },
		})
	}
	return all
}

// movedError says what to write in place of the former name of a verb; nil if cmd is not one.
func movedError(cmd *cobra.Command) error {
	now, is := moved[cmd.Name()]
	if !is || !cmd.HasParent() || cmd.Parent() != cmd.Root() {
		return nil
	}
	return fmt.Errorf("%s is now %s %s", cmd.CommandPath(), cmd.Root().Name(), now)
}
