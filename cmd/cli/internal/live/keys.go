package live

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/internal/live/api"
	"bellwether/internal/live/daemon"
	"bellwether/internal/live/keyring"
)

func liveKeysCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "keys",
		Example: "  bellwether live keys new /etc/bellwether/keys\n  bellwether live keys rotate\n  bellwether live keys status",
		Short:   "Make, list and rotate the keys of the gossip",
		Long: `Make, list and rotate the keys that encrypt the gossip.

All members start with the same key file, which its owner alone may read. To change the key of
a running cluster without an interruption, rotate it on any member: the new key is installed
everywhere, then used everywhere, then the old one is removed everywhere. Each member stores a
step in its state directory before it confirms the step. If a member does not confirm, rotation
stops, and the error names the member and the cause. Then "status" shows the keys of each
member, "resume" continues and "undo" takes the change back.

After the first of these orders the keys of the key file do not count any more. A new machine, and an agent
that was away while the key was changed, needs the keys of a member:

  ssh alpha bellwether live keys list | bellwether live keys take -

Change the key at one place at a time. If two changes begin at once, one of them stops, or
both do, and no member is cut off: when both have ended, "status" shows the keys, and "resume"
finishes the change.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(liveKeysNewCommand(), liveKeysIdentityCommand(), liveKeysOperatorCommand(), liveKeysAdmitCommand(), liveKeysListCommand(), liveKeysStatusCommand(), liveKeysTakeCommand(),
		changeCommand(&cobra.Command{
			Use: "rotate", Short: "Change the key of a running cluster",
			Example: "  bellwether live keys rotate\n  bellwether live keys rotate --without gamma",
		}, func(all []keyring.Holding) ([]keyring.Step, error) {
			fresh, err := daemon.ParseKey(daemon.NewKey())
			if err != nil {
				return nil, err
			}
			return keyring.Change(all, fresh)
		}),
		changeCommand(&cobra.Command{
			Use: "resume", Short: "Continue a change of the key that stopped",
			Example: "  bellwether live keys resume",
		}, keyring.Resume),
		changeCommand(&cobra.Command{
			Use: "undo", Short: "Take back a change of the key that stopped",
			Example: "  bellwether live keys undo",
		}, keyring.Undo),
		stepCommand(keyring.Install, "Install a key on all members: what it encrypted can be read"),
		stepCommand(keyring.Use, "Make all members encrypt with an installed key"),
		stepCommand(keyring.Remove, "Remove a key that is not in use from all members, for ever"))
	return cmd
}

func liveKeysNewCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "new [FILE]",
		Short:   "Make a key file, or print a new key",
		Long:    "Make a key file that only its owner can read; without FILE, print a new key.",
		Example: "  bellwether live keys new /etc/bellwether/keys\n  bellwether live keys install \"$(bellwether live keys new)\"",
		Args:    cmdline.OneOrNone("the file to write"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				fmt.Fprintln(cmd.OutOrStdout(), daemon.NewKey())
				return nil
			}
			return daemon.NewKeyFile(args[0])
		},
	}
}

func liveKeysTakeCommand() *cobra.Command {
	var r reach
	var replace bool
	cmd := r.bind(&cobra.Command{
		Use:   "take FILE",
		Short: "Replace the keys of one agent by the keys of a file, - for standard input",
		Long: `Replace the keys of one agent by the keys of a file, - for standard input. The first is
used from now on. Keys that the agent has and the file has not are removed for ever. Use it for an
agent that was away while the key of its cluster was changed.

An agent that hears other members refuses a file that has none of its keys: it would lose these
members, and never take its present keys again. Only "live keys rotate --without NAME" at another
member, and the new keys, would bring it back. Use --replace if all members get a new key by hand.`,
		Example: "  ssh alpha bellwether live keys list | bellwether live keys take -",
		Args:    cmdline.OneArgument("a key file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			keys, err := givenKeys(cmd.InOrStdin(), args[0])
			if err != nil {
				return err
			}
			return r.ask(func(c *api.Client) error {
				return c.TakeKeys(cmd.Context(), keyring.Taking{Keys: keys, Replace: replace})
			})
		},
	})
	cmd.Flags().BoolVar(&replace, "replace", false, "even if the file has none of the agent's keys, so that it loses the members that it hears")
	return cmd
}

// keysLimit bounds what is read from standard input: a ring has 16 keys at most.
const keysLimit = 4 << 10

// givenKeys reads a key file, or standard input.
func givenKeys(in io.Reader, file string) ([][]byte, error) {
	if file != "-" {
		return daemon.ReadKeyFile(file)
	}
	text, err := io.ReadAll(io.LimitReader(in, keysLimit))
	if err != nil {
		return nil, err
	}
	return daemon.ParseKeys("standard input", text)
}
