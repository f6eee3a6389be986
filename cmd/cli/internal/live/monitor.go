package live

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/internal/live/agent"
	"bellwether/internal/live/api"
)

func liveMonitorCommand() *cobra.Command {
	var r reach
	return r.formatted(r.bind(&cobra.Command{
		Use:     "monitor",
		Short:   "Print events of a running agent as they come",
		Example: "  bellwether live monitor\n  bellwether live monitor --format json | jq .leader",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			out := cmd.OutOrStdout()
			return r.ask(func(c *api.Client) error {
				err := c.Events(cmd.Context(), func(e agent.Event) error {
					if r.format == cmdline.AsJSON {
						return cmdline.WriteJSON(out, e)
					}
					_, err := fmt.Fprintln(out, eventLine(e))
					return err
				})
				if cmd.Context().Err() != nil { // the user has interrupted it
					return nil
				}
				return err
			})
		},
	}))
}

// eventLine writes an event as a line.
func eventLine(e agent.Event) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s  %-15s", e.At.Format("15:04:05.000"), e.Kind)
	if len(e.Members) > 0 {
		fmt.Fprintf(&b, " %s,", strings.Join(e.Members, " "))
	}
	if e.Leader != nil {
		fmt.Fprintf(&b, " leader %s", e.Leader.Name)
	} else {
		b.WriteString(" no leader")
	}
	if e.Former != nil {
		fmt.Fprintf(&b, " after %s", e.Former.Name)
	}
	if e.Reconfirmed {
		b.WriteString(" (repeated)")
	}
	fmt.Fprintf(&b, ", epoch %d, %d alive", e.Epoch, e.Alive)
	if e.User != nil {
		fmt.Fprintf(&b, ": %s from %s, clock %d %q", e.User.Name, e.User.From.Name, e.User.Clock, e.User.Payload)
	}
	if e.Why != "" {
		fmt.Fprintf(&b, ": %s", e.Why)
	}
	return b.String()
}
