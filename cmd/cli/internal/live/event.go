package live

import (
	"github.com/spf13/cobra"

	"bellwether/internal/live/api"
)

func liveEventCommand() *cobra.Command {
	var r reach
	var each bool
	cmd := r.bind(&cobra.Command{
		Use:   "event NAME [PAYLOAD]",
		Short: "Tell all members of an event",
		Long: `Tell all members of an event, also the one that is asked. Each delivers it once, to
"bellwether live monitor" and to the hook of user-event, which finds the name in
BELLWETHER_USER_EVENT and the payload in the JSON on standard input. If several events of one
name wait for a hook, it runs for the newest, by a Lamport clock; with --each for all. Names
have 64 bytes at most and payloads 512 bytes of text; an agent takes 64 events at once, and 8
a second.`,
		Example: "  bellwether live event deploy v1.4.2\n  bellwether live event backup --each",
		Args:    cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			t := api.Tell{Name: args[0], Each: each}
			if len(args) > 1 {
				t.Payload = args[1]
			}
			return r.ask(func(c *api.Client) error { return c.Tell(cmd.Context(), t) })
		},
	})
	cmd.Flags().BoolVar(&each, "each", false, "run hooks for each event of this name")
	return cmd
}
