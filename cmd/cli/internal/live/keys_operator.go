package live

import (
	"bytes"
	"crypto/ed25519"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/internal/live/identity"
	"bellwether/internal/live/keyring"
	"bellwether/internal/live/membership"
)

func liveKeysOperatorCommand() *cobra.Command {
	var name string
	cmd := &cobra.Command{
		Use:   "operator FILE",
		Short: "Make an operator's key, and print its line for a list of operators",
		Long: `Make an operator's private key in FILE, which its owner alone may read, or read the one that is
there, and print the line of its public half, "NAME ed25519 KEY". No agent needs to run: make the
key on a machine that is no member, and keep it there.

Collect the lines of all operators in one file, copy it to all machines, and name it in the setting
operators. From then on agents obey orders about keys only with --operator FILE. Agents read the
list again at SIGHUP: to add an operator add the line, to replace one add the new line everywhere,
then remove the old one. Where it has admitted members, admit each by the new one before that, and send SIGHUP: a
list that would void the admission of the agent or of a majority is refused. If the key is lost or stolen do the
same: the list is changed on each machine by hand, without an order.`,
		Example: "  bellwether live keys operator --name ada operator.key >> operators\n  bellwether live keys rotate --operator operator.key",
		Args:    cmdline.OneArgument("the file of the private key"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := membership.CheckName(name); err != nil {
				return fmt.Errorf("--name: %w", err)
			}
			key, err := identity.Load(args[0])
			if err != nil {
				return err
			}
			fmt.Fprintln(cmd.OutOrStdout(), identity.Entry{Name: name, Key: identity.Public(key)})
			return nil
		},
	}
	cmd.Flags().StringVar(&name, "name", "operator", "the operator's `NAME` in the list")
	return cmd
}

// signer signs orders about keys, if an operator's key is given.
type signer struct {
	file, label string
	last        uint64 // the number of the last order
}

func (s *signer) bind(cmd *cobra.Command) {
	cmd.Flags().StringVar(&s.file, "operator", "", "sign with the operator's key in `FILE`, for agents with the setting operators")
	cmd.Flags().StringVar(&s.label, "label", "", "the cluster's label `TEXT`, if it has one, for the signature")
}

// trusts returns an error if the steps lead to a key that members have, and the agent that is asked knows no operator:
// anybody may have brought that key.
func (s *signer) trusts(all []keyring.Holding, steps []keyring.Step) error {
	has := func(h keyring.Holding) bool {
		return slices.ContainsFunc(h.Keys, func(k keyring.Key) bool { return bytes.Equal(k.Key, steps[0].Key) })
	}
	if s.file == "" || all[0].Operated || !slices.ContainsFunc(all, has) {
		return nil
	}
	return fmt.Errorf("%s knows no operators, so that anybody may have begun this change, and nothing was signed: ask an agent with the setting operators", all[0].Member)
}

// order is the order to take a step. Without an operator the agent that is asked numbers it.
func (s *signer) order(step keyring.Step) (keyring.Order, error) {
	o := keyring.Order{Step: step}
	if s.file == "" {
		return o, nil
	}
	key, err := s.key()
	if err != nil {
		return o, err
	}
	s.last = max(uint64(time.Now().UnixNano()), s.last+1)
	o.Number = s.last
	return o.Signed(s.label, key), nil
}

// key is the operator's.
func (s *signer) key() (ed25519.PrivateKey, error) {
	if _, err := os.Stat(s.file); errors.Is(err, fs.ErrNotExist) { // Load would make a key
		return nil, fmt.Errorf("--operator: %w", err)
	}
	key, err := identity.Load(s.file)
	if err != nil {
		return nil, fmt.Errorf("--operator: %w", err)
	}
	return key, nil
}
