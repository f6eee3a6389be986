package live

import (
	"github.com/spf13/cobra"

	"bellwether/internal/live/api"
)

func liveForceLeaveCommand() *cobra.Command {
	var r reach
	var prune bool
	cmd := r.bind(&cobra.Command{
		Use:   "force-leave NAME",
		Short: "Give up a failed member everywhere",
		Long: `Give up a failed member everywhere: it is shown as left, is not tried any more, and no
majority counts it. With --prune it is shown no more. A member that is alive is refused: tell
it to leave. If the member comes back it is a member again.`,
		Example: "  bellwether live force-leave delta\n  bellwether live force-leave delta --prune",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return r.ask(func(c *api.Client) error {
				return c.ForceLeave(cmd.Context(), api.ForceLeave{Name: args[0], Prune: prune})
			})
		},
	})
	cmd.Flags().BoolVar(&prune, "prune", false, "forget it altogether")
	return cmd
}
