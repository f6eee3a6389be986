package cli

import (
	"encoding/base64"
	"fmt"

	"github.com/spf13/cobra"

	"bellwether/internal/api"
	"bellwether/internal/daemon"
	"bellwether/internal/draw"
)

func liveKeysCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "keys",
		Example: "  bellwether live keys new /etc/bellwether/keys\n  bellwether live keys rotate",
		Short:   "Make, list and rotate the keys of the gossip",
		Long: `Make, list and rotate the keys that encrypt the gossip.

All members need the same key file. To change the key of a running cluster without an
interruption, rotate it on any member: the new key is installed everywhere, then used
everywhere, then the old one is removed everywhere, and the key files are updated. If a
member does not take a step, rotation stops and names the member; every step may be
repeated by hand.

A key file must be readable by its owner only.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(liveKeysNewCommand(), liveKeysListCommand(), liveKeysRotateCommand())
	for _, o := range []struct{ verb, short string }{
		{"install", "Install a key on all members: what it encrypted can be read"},
		{"use", "Make all members encrypt with an installed key"},
		{"remove", "Remove a key that is not in use from all members"},
	} {
		var r reach
		cmd.AddCommand(r.bind(&cobra.Command{
			Use: o.verb + " KEY", Short: o.short,
			Example: "  bellwether live keys " + o.verb + " MTIzNDU2Nzg5MDEyMzQ1Ng==",
			Args:    oneArgument("the key"),
			RunE: func(cmd *cobra.Command, args []string) error {
				key, err := daemon.ParseKey(args[0])
				if err != nil {
					return err
				}
				return r.ask(func(c *api.Client) error { return c.Key(cmd.Context(), o.verb, key) })
			},
		}))
	}
	return cmd
}

func liveKeysNewCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "new [FILE]",
		Short:   "Make a key file, or print a new key",
		Long:    "Make a key file that only its owner can read; without FILE, print a new key.",
		Example: "  bellwether live keys new /etc/bellwether/keys\n  bellwether live keys install \"$(bellwether live keys new)\"",
		Args:    oneOrNone("the file to write"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				fmt.Fprintln(cmd.OutOrStdout(), daemon.NewKey())
				return nil
			}
			return daemon.NewKeyFile(args[0])
		},
	}
}

func liveKeysListCommand() *cobra.Command {
	var r reach
	return r.formatted(r.bind(&cobra.Command{
		Use:     "list",
		Short:   "List the keys of a running agent, the one in use first",
		Example: "  bellwether live keys list",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var keys [][]byte
			err := r.ask(func(c *api.Client) (err error) {
				keys, err = c.Keys(cmd.Context())
				return err
			})
			if err != nil {
				return err
			}
			table := draw.Table{Header: []string{"key"}}
			for _, k := range keys {
				table.Rows = append(table.Rows, []string{base64.StdEncoding.EncodeToString(k)})
			}
			if r.format == draw.FormatJSON {
				return writeObjects(cmd.OutOrStdout(), table)
			}
			for _, row := range table.Rows {
				fmt.Fprintln(cmd.OutOrStdout(), row[0])
			}
			return nil
		},
	}))
}

func liveKeysRotateCommand() *cobra.Command {
	var r reach
	return r.bind(&cobra.Command{
		Use:     "rotate",
		Short:   "Change the key of a running cluster",
		Example: "  bellwether live keys rotate",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := r.client()
			if err != nil {
				return err
			}
			old, err := c.Keys(cmd.Context())
			if err != nil {
				return r.failed(err)
			}
			key, err := daemon.ParseKey(daemon.NewKey())
			if err != nil {
				return err
			}
			type step struct {
				verb string
				key  []byte
			}
			steps := []step{{"install", key}, {"use", key}}
			for _, k := range old {
				steps = append(steps, step{"remove", k})
			}
			for _, s := range steps {
				if err := c.Key(cmd.Context(), s.verb, s.key); err != nil {
					return ofAgent{fmt.Errorf("%s: %w; repeat it by hand once they can be reached, with the keys of \"live keys list\"", s.verb, err)}
				}
				fmt.Fprintf(cmd.OutOrStdout(), "%s: done on all members\n", s.verb)
			}
			return nil
		},
	})
}
