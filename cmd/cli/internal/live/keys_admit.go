package live

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"bellwether/internal/live/identity"
	"bellwether/internal/live/keyring"
	"bellwether/internal/live/membership"
)

func liveKeysAdmitCommand() *cobra.Command {
	var by signer
	cmd := &cobra.Command{
		Use:   "admit NAME ed25519 KEY",
		Short: "Sign that a member counts in majorities",
		Long: `Sign, with an operator's key, that the member of this name and key counts in majorities, and print that
as a line. The arguments are the line that "live keys identity" prints on the member's machine. No
agent needs to run here, and none learns of it before the line is in the file of its setting
admission: put it there, and send the agent SIGHUP.

Where the agents have the setting admission, all others are members that count nowhere: they may follow
the leader, and come and go. An admission counts as long as the operator is in the list of operators
of the others; to take one back, remove the operator and admit the rest by another one.`,
		Example: "  bellwether live keys admit --operator operator.key $(ssh alpha bellwether live keys identity) > a && scp a alpha:/etc/bellwether/admission",
		RunE: func(cmd *cobra.Command, args []string) error {
			if by.file == "" {
				return errors.New("--operator FILE is needed: the key of an operator, see \"live keys operator\"")
			}
			member, err := identity.ParseEntry(strings.Join(args, " "))
			if err == nil {
				err = membership.CheckName(member.Name)
			}
			if err != nil {
				return fmt.Errorf("the arguments are the line of \"live keys identity\": %w", err)
			}
			key, err := by.key()
			if err != nil {
				return err
			}
			a := keyring.Admit(by.label, member.Name, ed25519.PublicKey(member.Key[:]), key)
			fmt.Fprintln(cmd.OutOrStdout(), a.Line(member.String()))
			return nil
		},
	}
	by.bind(cmd)
	return cmd
}
