package main

import (
	"encoding/base64"
	"fmt"

	"github.com/spf13/cobra"

	"bellwether/internal/daemon"
)

func liveKeysCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "keys",
		Short: "Make, list and rotate the keys of the gossip",
		Long: `Make, list and rotate the keys that encrypt the gossip.

All members need the same file. To change keys without an interruption, on every
member in turn: install the new key; then, on every member, use it; then remove the
old one. Put the new key into the key files as well, for the next start.

A key file must be readable by its owner only.`,
		Args: cobra.NoArgs,
	}
	cmd.AddCommand(liveKeysNewCommand(), liveKeysListCommand())
	for _, o := range []struct{ verb, short string }{
		{"install", "Install a key: what it encrypted can be read"},
		{"use", "Encrypt with an installed key"},
		{"remove", "Remove a key that is not in use"},
	} {
		var r reach
		cmd.AddCommand(r.bind(&cobra.Command{
			Use: o.verb + " KEY", Short: o.short,
			Example: "  bellwether live keys " + o.verb + " MTIzNDU2Nzg5MDEyMzQ1Ng==",
			Args:    cobra.ExactArgs(1),
			RunE: func(cmd *cobra.Command, args []string) error {
				key, err := daemon.ParseKey(args[0])
				if err != nil {
					return err
				}
				c, err := r.client()
				if err != nil {
					return err
				}
				if err := c.Key(cmd.Context(), o.verb, key); err != nil {
					return fmt.Errorf("%w: %w", errAgent, err)
				}
				return nil
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
		Args:    cobra.MaximumNArgs(1),
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
	return r.bind(&cobra.Command{
		Use:     "list",
		Short:   "List the keys of a running agent, the one in use first",
		Example: "  bellwether live keys list",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := r.client()
			if err != nil {
				return err
			}
			keys, err := c.Keys(cmd.Context())
			if err != nil {
				return fmt.Errorf("%w: %w", errAgent, err)
			}
			for _, k := range keys {
				fmt.Fprintln(cmd.OutOrStdout(), base64.StdEncoding.EncodeToString(k))
			}
			return nil
		},
	})
}
