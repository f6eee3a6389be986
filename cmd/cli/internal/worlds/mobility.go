package worlds

import (
	"strings"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/internal/draw/table"
	"bellwether/internal/formats"
	"bellwether/internal/formats/contacts"
	"bellwether/internal/study/registry"
)

func mobilityCommand(reg *registry.Registry) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "mobility",
		Short: "Look at, convert and make traces of movement and of contacts",
		Long: `Look at, convert and make traces of movement: ns-2, BonnMotion, The ONE, SUMO,
EMANE, GPX, GeoJSON and tables; read CORE, INET, OTNS, ns-3 and Geolife as well; and traces of
contacts, which say which nodes met but not where: tables and The ONE's events. The end of a file's name says its format, perhaps
with .gz after it. A scenario replays any of them:

  mobility: {model: trace, file: cars.fcd.xml.gz}
  radio: {model: contacts, file: exp6.contacts.dat, scan: 120s}`,
		Example: "  bellwether mobility info walk.gpx\n  bellwether mobility convert cars.fcd.xml.gz cars.ns_movements",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(infoCommand(), convertCommand(), generateCommand(reg), formatsCommand())
	return cmd
}

func formatsCommand() *cobra.Command {
	var format cmdline.ListFormat
	cmd := &cobra.Command{
		Use:     "formats",
		Short:   "List the formats of traces",
		Example: "  bellwether mobility formats",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			list := table.Table{Header: []string{"format", "files", "beside", "about"}, Right: make([]bool, 4)}
			for _, f := range formats.List() {
				list.Rows = append(list.Rows, []string{f.Name, strings.Join(f.Extensions, " "), f.Companion, f.About})
			}
			for _, f := range contacts.Formats() {
				list.Rows = append(list.Rows, []string{f.Name, strings.Join(f.Extensions, " "), "", f.About})
			}
			return format.Write(cmd.OutOrStdout(), list)
		},
	}
	format.Bind(cmd)
	return cmd
}
