package live

import (
	"github.com/spf13/cobra"

	"bellwether/internal/live/api"
)

// liveOrders are the commands that send an agent an order.
func liveOrders() []*cobra.Command {
	var out []*cobra.Command
	for _, o := range []struct{ verb, short, long string }{
		{"elect", "Make a running agent start an election", ""},
		{"resign", "Make a running agent offer nothing, and step down if it leads", "\n\nIt stays a member, and offers its capability again after \"bellwether live resume\"."},
		{"resume", "Make an agent that resigned offer its capability again", ""},
		{"leave", "Make a running agent hand over, say goodbye, and end", ""},
	} {
		var r reach
		out = append(out, r.bind(&cobra.Command{
			Use: o.verb, Short: o.short, Long: o.short + "." + o.long,
			Example: "  bellwether live " + o.verb + "\n  bellwether live " + o.verb + " --name alpha",
			Args:    cobra.NoArgs,
			RunE: func(cmd *cobra.Command, _ []string) error {
				return r.ask(func(c *api.Client) error { return c.Order(cmd.Context(), o.verb) })
			},
		}))
	}
	return out
}
