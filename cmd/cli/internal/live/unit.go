package live

import (
	_ "embed"
	"fmt"

	"github.com/spf13/cobra"

	"bellwether/internal/study/registry"
)

//go:embed bellwether.service
var unit string

func liveUnitCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "unit",
		Short:   "Print a unit file for systemd",
		Long:    "Print a unit file for systemd, with notification, watchdog and state directory.",
		Example: "  bellwether live unit > /etc/systemd/system/bellwether.service",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprint(cmd.OutOrStdout(), registry.Program(cmd.Root().Name()).Says(unit))
			return err
		},
	}
}
