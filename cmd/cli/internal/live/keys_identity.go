package live

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/internal/live/api"
	"bellwether/internal/live/daemon"
	"bellwether/internal/live/identity"
	"bellwether/internal/live/membership"
)

func liveKeysIdentityCommand() *cobra.Command {
	var w whose
	cmd := &cobra.Command{
		Use:   "identity [FILE]",
		Short: "Print an agent's line for a list of known keys",
		Long: `Print an agent's line for a list of known keys, "NAME ed25519 KEY".

The agent is one that runs on this machine, found as by "live status": the host's, the only one,
that of --agent, or the one whose state directory is --state. FILE is its private key as in
--identity FILE, default the one in its state directory. A key that does not exist is made
with --make, or if --agent and --state name an agent that does not run. Collect the lines of
all agents in one file, copy it to all machines, and start the agents with --identity and
--known-keys.`,
		Example: "  bellwether live keys identity --agent alpha >> known-keys\n  bellwether live keys identity --agent alpha --state /var/lib/bellwether/alpha",
		Args:    cmdline.OneOrNone("the file of the private key"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				w.file = args[0]
			}
			line, err := w.line(cmd.Context())
			if err == nil {
				fmt.Fprintln(cmd.OutOrStdout(), line)
			}
			return err
		},
	}
	cmd.Flags().StringVar(&w.name, "agent", "", "the agent's `NAME` (default that of the one that runs, or the host's)")
	cmd.Flags().StringVar(&w.state, "state", "", "the agent's state `DIR` (default that of the one that runs, or by its name)")
	cmd.Flags().BoolVar(&w.make, "make", false, "make the key if it does not exist")
	return cmd
}

// whose selects the agent whose key is asked for.
type whose struct {
	name, state, file string
	make              bool
}

// line is the agent's line for a list of known keys.
func (w whose) line(ctx context.Context) (identity.Entry, error) {
	if w.name != "" {
		if err := membership.CheckName(w.name); err != nil {
			return identity.Entry{}, fmt.Errorf("--agent: %w", err)
		}
	}
	home, runs, err := w.home(ctx)
	if err != nil {
		return identity.Entry{}, err
	}
	if w.file == "" {
		if w.file, err = home.IdentityFile(); err != nil {
			return identity.Entry{}, err
		}
	}
	if err := w.mayMake(home, runs); err != nil {
		return identity.Entry{}, err
	}
	key, err := identity.Load(w.file)
	if err != nil {
		return identity.Entry{}, err
	}
	return identity.Entry{Name: home.Name, Key: identity.Public(key)}, nil
}

// home finds the agent, and reports whether it runs.
func (w whose) home(ctx context.Context) (home daemon.Home, runs bool, err error) {
	if home, err = (daemon.Home{Name: w.name, State: w.state}).Find(); err != nil {
		return home, false, err
	}
	socket, err := home.Socket()
	if err != nil {
		return home, false, err
	}
	s, err := api.Local(socket).Status(ctx)
	switch {
	case errors.Is(err, api.ErrNobody) && w.state != "" && w.name == "":
		return home, false, fmt.Errorf("%w: say with --agent which name its agent has", err)
	case errors.Is(err, api.ErrNobody):
		return home, false, membership.CheckName(home.Name)
	case err != nil:
		return home, false, ofAgent{err}
	case w.name != "" && w.name != s.Self.Name:
		return home, true, fmt.Errorf("--agent %s: the agent in %s is %s", w.name, home.State, s.Self.Name)
	}
	home.Name = s.Self.Name
	return home, true, nil
}

// mayMake refuses to make a key that no agent may ever use. If a key is to be made, it makes its
// directory.
func (w whose) mayMake(home daemon.Home, runs bool) error {
	if _, err := os.Stat(w.file); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	own, err := home.IdentityFile()
	switch {
	case err != nil:
		return err
	case w.make, w.state != "" && !runs && w.file == own:
		return os.MkdirAll(filepath.Dir(w.file), 0o700)
	case runs:
		return fmt.Errorf("%s runs, and there is no key in %s: name the file of its --identity, or make a key there with --make", home.Name, w.file)
	}
	return fmt.Errorf("no agent %s is found that runs, and there is no key in %s: name its state directory with --state, or make a key there with --make", home.Name, w.file)
}
