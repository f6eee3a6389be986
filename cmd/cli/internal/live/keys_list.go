package live

import (
	"encoding/base64"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/internal/draw/table"
	"bellwether/internal/live/api"
	"bellwether/internal/live/keyring"
)

func liveKeysListCommand() *cobra.Command {
	var r reach
	return r.formatted(r.bind(&cobra.Command{
		Use:     "list",
		Short:   "List the keys of a running agent, the one in use first",
		Long:    "List the keys of a running agent, the one in use first. The text is a key file.",
		Example: "  bellwether live keys list",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			keys, err := answer(&r, func(c *api.Client) ([][]byte, error) { return c.Keys(cmd.Context()) })
			if err != nil {
				return err
			}
			list := table.Table{Header: []string{"key"}}
			for _, k := range keys {
				list.Rows = append(list.Rows, []string{base64.StdEncoding.EncodeToString(k)})
			}
			if r.format == cmdline.AsJSON {
				return cmdline.WriteObjects(cmd.OutOrStdout(), list)
			}
			for _, row := range list.Rows {
				fmt.Fprintln(cmd.OutOrStdout(), row[0])
			}
			return nil
		},
	}))
}

func liveKeysStatusCommand() *cobra.Command {
	var r reach
	return r.formatted(r.bind(&cobra.Command{
		Use:   "status",
		Short: "Show which keys each member has, and its version of the handshake",
		Long: `Show which keys each member has, the one in use first, by the first eight digits of a hash.
While the key is changed, or if a change stopped, members have two keys, or different ones.

The wire is the setting of that name: with which version of the handshake a member begins. "v2-only" takes
no other. Of the next step there is a line below.`,
		Example: "  bellwether live keys status",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			all, err := answer(&r, func(c *api.Client) ([]keyring.Holding, error) { return c.Holdings(cmd.Context()) })
			if err != nil {
				return err
			}
			list := table.Table{Header: []string{"member", "keys", "wire"}}
			for _, h := range all {
				keys, wire := "does not answer", ""
				if h.Left {
					keys = "has left, and would come back with the keys that it had"
				}
				if h.Answers {
					keys, wire = prints(h.Keys), h.Wire.String()
				}
				if h.Guest {
					keys = "(a guest) " + keys
				}
				list.Rows = append(list.Rows, []string{h.Member, keys, wire})
			}
			if r.format == cmdline.AsJSON {
				return cmdline.WriteObjects(cmd.OutOrStdout(), list)
			}
			if err := list.Write(cmd.OutOrStdout(), table.Text); err != nil {
				return err
			}
			fmt.Fprintln(cmd.OutOrStdout(), keyring.Wires(all))
			if keyring.Begun(all) {
				said := "A change of the key was begun and not ended: \"live keys resume\" ends it, \"live keys undo\" takes it back."
				if _, err := keyring.Resume(all); err != nil {
					said = err.Error()
				}
				fmt.Fprintln(cmd.OutOrStdout(), said)
			}
			return nil
		},
	}))
}

// prints lists keys by their prints.
func prints(keys []keyring.Key) string {
	var all []string
	for _, k := range keys {
		all = append(all, keyring.Print(k.Key))
	}
	return strings.Join(all, " ")
}
