package live

import (
	"fmt"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/internal/live/api"
)

func liveJoinCommand() *cobra.Command {
	var r reach
	return r.formatted(r.bind(&cobra.Command{
		Use:   "join ADDRESS...",
		Short: "Make a running agent join members at these addresses",
		Long: `Make a running agent join members at these addresses, HOST[:PORT], and with them their
cluster. Members that do not answer are tried in the background until they have answered once.`,
		Example: "  bellwether live join 192.168.1.11 192.168.1.12:7947",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			j, err := answer(&r, func(c *api.Client) (api.Joined, error) { return c.Join(cmd.Context(), args) })
			if err != nil {
				return err
			}
			if r.format == cmdline.AsJSON {
				return cmdline.WriteJSON(cmd.OutOrStdout(), j)
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%d of %d answered\n", j.Answered, len(args))
			if j.Why != "" {
				fmt.Fprintf(cmd.ErrOrStderr(), "%s\n", j.Why)
			}
			return nil
		},
	}))
}
