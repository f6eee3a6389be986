package live

import (
	"fmt"

	"github.com/spf13/cobra"

	"bellwether/internal/live/api"
	"bellwether/internal/study/registry"
)

func liveAlertsCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "alerts",
		Short: "Print alerts for Prometheus",
		Long: `Print rules for Prometheus on the metrics that agents serve: no leader or two, agents down,
members failed or of another algorithm, storage that takes no writes, hooks that are late or
fail, datagrams refused or lost. Each says what to look at. The agents of one cluster are
one job.`,
		Example: "  bellwether live alerts > /etc/prometheus/rules/bellwether.yaml",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprint(cmd.OutOrStdout(), registry.Program(cmd.Root().Name()).Says(api.Alerts))
			return err
		},
	}
}

func liveDashboardCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "dashboard",
		Short:   "Print a dashboard for Grafana",
		Long:    "Print a dashboard for Grafana, as JSON to import, on the metrics that agents serve.",
		Example: "  bellwether live dashboard > bellwether.json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			text, err := api.Dashboard()
			if err != nil {
				return err
			}
			_, err = cmd.OutOrStdout().Write(text)
			return err
		},
	}
}
