package live

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/internal/draw/table"
	"bellwether/internal/live/api"
	"bellwether/internal/live/membership"
)

func liveReachabilityCommand() *cobra.Command {
	var r reach
	return r.formatted(r.bind(&cobra.Command{
		Use:   "reachability",
		Short: "Show which members answer which",
		Long: `Show which members answer which: each member sends a ping to each other, and reports who
answered. A member that only some members reach is behind a firewall, or out of reach of the
others. It takes a second or two on a LAN.`,
		Example: "  bellwether live reachability",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			all, err := answer(&r, func(c *api.Client) ([]membership.Reach, error) { return c.Reachability(cmd.Context()) })
			if err != nil {
				return err
			}
			if r.format == cmdline.AsJSON {
				return cmdline.WriteJSON(cmd.OutOrStdout(), all)
			}
			return showReach(cmd.OutOrStdout(), all)
		},
	}))
}

func showReach(w io.Writer, all []membership.Reach) error {
	t := table.Table{Header: []string{"member", "tried", "answered", "median rtt", "silent"}, Right: []bool{false, true, true, true}}
	for _, from := range all {
		if !from.Answered {
			t.Rows = append(t.Rows, []string{from.From, "-", "-", "-", from.Why})
			continue
		}
		var silent []string
		var rtts []time.Duration
		for _, to := range from.To {
			if to.Answers {
				rtts = append(rtts, to.RTT)
			} else {
				silent = append(silent, to.Name)
			}
		}
		median := "-"
		if slices.Sort(rtts); len(rtts) > 0 {
			median = rtts[(len(rtts)-1)/2].Round(10 * time.Microsecond).String()
		}
		t.Rows = append(t.Rows, []string{from.From, fmt.Sprint(len(from.To)), fmt.Sprint(len(rtts)), median, strings.Join(silent, " ")})
	}
	return t.Write(w, table.Text)
}
