package cli

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"bellwether/internal/draw/table"
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

Change the key at one place at a time. Of two changes that are begun at once one stops, or both do,
and nobody is cut off: when both have ended, "status" shows what is left, and "resume" ends it.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(liveKeysNewCommand(), liveKeysIdentityCommand(), liveKeysListCommand(), liveKeysStatusCommand(), liveKeysTakeCommand(),
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

// stepCommand takes one step of changing the key.
func stepCommand(verb keyring.Verb, short string) *cobra.Command {
	var r reach
	var without []string
	cmd := r.bind(&cobra.Command{
		Use: verb.String() + " KEY", Short: short,
		Example: "  bellwether live keys " + verb.String() + " MTIzNDU2Nzg5MDEyMzQ1Ng==",
		Args:    oneArgument("the key"),
		RunE: func(cmd *cobra.Command, args []string) error {
			key, err := daemon.ParseKey(args[0])
			if err == nil && verb == keyring.Install { // others may have been installed by an older agent
				err = keyring.CheckNew(key)
			}
			if err != nil {
				return err
			}
			return r.ask(func(c *api.Client) error {
				return c.Rotate(cmd.Context(), keyring.Step{Verb: verb, Key: key}, without)
			})
		},
	})
	bindWithout(cmd, &without)
	return cmd
}

func bindWithout(cmd *cobra.Command, without *[]string) {
	cmd.Flags().StringSliceVar(without, "without", nil, "go on without these members, `NAME,…`: they need \"take\" when they are back")
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
		Long:    "List the keys of a running agent, the one in use first. The text is a key file.",
		Example: "  bellwether live keys list",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			keys, err := answer(&r, func(c *api.Client) ([][]byte, error) { return c.Keys(cmd.Context()) })
			if err != nil {
				return err
			}
			table := table.Table{Header: []string{"key"}}
			for _, k := range keys {
				table.Rows = append(table.Rows, []string{base64.StdEncoding.EncodeToString(k)})
			}
			if r.format == asJSON {
				return writeObjects(cmd.OutOrStdout(), table)
			}
			for _, row := range table.Rows {
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
		Short: "Show which keys each member has",
		Long: `Show which keys each member has, the one in use first, by the first eight digits of a hash.
While the key is changed, or if a change stopped, members have two keys, or different ones.`,
		Example: "  bellwether live keys status",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			all, err := answer(&r, func(c *api.Client) ([]keyring.Holding, error) { return c.Holdings(cmd.Context()) })
			if err != nil {
				return err
			}
			out := table.Table{Header: []string{"member", "keys"}}
			for _, h := range all {
				keys := "does not answer"
				if h.Answers {
					keys = prints(h.Keys)
				}
				out.Rows = append(out.Rows, []string{h.Member, keys})
			}
			if r.format == asJSON {
				return writeObjects(cmd.OutOrStdout(), out)
			}
			if err := out.Write(cmd.OutOrStdout(), table.Text); err != nil {
				return err
			}
			if keyring.Begun(all) {
				fmt.Fprintln(cmd.OutOrStdout(), "A change of the key was begun and not ended: \"live keys resume\" ends it, \"live keys undo\" takes it back.")
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

func liveKeysTakeCommand() *cobra.Command {
	var r reach
	var replace bool
	cmd := r.bind(&cobra.Command{
		Use:   "take FILE",
		Short: "Replace the keys of one agent by those of a file, - for standard input",
		Long: `Replace the keys of one agent by those of a file, - for standard input. The first is used
from now on. Keys that it has now and that are not in the file are removed, for ever. This is
how an agent comes back that was away while the key of its cluster was changed.

An agent that hears other members refuses a file that has none of its keys: it would lose them, and
never take its present keys again. The way back would be "live keys rotate --without NAME" at
another member, and then its new keys. Use --replace if all members get a new key by hand.`,
		Example: "  ssh alpha bellwether live keys list | bellwether live keys take -",
		Args:    oneArgument("a key file"),
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

// changeCommand changes the key of a cluster by the steps that plan returns.
func changeCommand(cmd *cobra.Command, plan func([]keyring.Holding) ([]keyring.Step, error)) *cobra.Command {
	var r reach
	var without []string
	cmd.Args = cobra.NoArgs
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, err := r.client()
		if err != nil {
			return err
		}
		all, err := c.Holdings(cmd.Context())
		if err != nil {
			return r.failed(err)
		}
		if all, err = others(all, without); err != nil {
			return ofAgent{err}
		}
		if silent := keyring.Silent(all); len(silent) > 0 {
			return ofAgent{fmt.Errorf("%s: no answer, so nothing was changed: go on when all are back, or with --without %s",
				strings.Join(silent, ", "), strings.Join(silent, ","))}
		}
		steps, err := plan(all)
		if err != nil {
			return ofAgent{err}
		}
		for _, s := range steps {
			if err := c.Rotate(cmd.Context(), s, without); err != nil {
				return ofAgent{stopped(cmd.Context(), c, without, err)}
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%v %s: done on all members\n", s.Verb, keyring.Print(s.Key))
		}
		return ended(cmd.Context(), c, without)
	}
	r.bind(cmd)
	bindWithout(cmd, &without)
	return cmd
}

// others are all holdings but those of the members to go on without. The first is the agent that is
// asked.
func others(all []keyring.Holding, without []string) ([]keyring.Holding, error) {
	for _, name := range without {
		switch slices.IndexFunc(all, func(h keyring.Holding) bool { return h.Member == name }) {
		case -1:
			return nil, fmt.Errorf("--without %s: no member that could take part has this name, so nothing was changed: \"live members\" shows the names; one that has left need not be named", name)
		case 0:
			return nil, fmt.Errorf("--without %s: it is the agent that was asked, so nothing was changed: ask another member to go on without it", name)
		}
	}
	return slices.DeleteFunc(all, func(h keyring.Holding) bool { return slices.Contains(without, h.Member) }), nil
}

// ended reports a change that another one crossed: each had all its steps done, and the members
// have the keys of both.
func ended(ctx context.Context, c *api.Client, without []string) error {
	all, err := c.Holdings(ctx)
	if err == nil {
		all, err = others(all, without)
	}
	if err == nil && keyring.Begun(all) {
		err = errors.New("another change of the key came between: the members have several keys; no member is cut off")
	}
	if err != nil {
		return ofAgent{fmt.Errorf("the steps are done, but not that one key is left: %w: \"live keys status\" shows the members, then \"live keys resume\" goes on", err)}
	}
	return nil
}

// stopped is the error of a change that stopped at a step: it says what to do, or that no member
// has taken a step.
func stopped(ctx context.Context, c *api.Client, without []string, why error) error {
	all, err := c.Holdings(ctx)
	if err == nil {
		all, err = others(all, without)
	}
	if err == nil && !keyring.Begun(all) {
		return fmt.Errorf("%w; nothing was changed", why)
	}
	return fmt.Errorf("%w; no member is cut off: \"live keys status\" shows the members, then \"live keys resume\" goes on, or \"live keys undo\" takes it back", why)
}
