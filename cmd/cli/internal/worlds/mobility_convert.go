package worlds

import (
	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/internal/study/movement"
)

func convertCommand() *cobra.Command {
	var source sourceFlags
	var target targetFlags
	cmd := &cobra.Command{
		Use:   "convert FILE FILE",
		Short: "Write a trace in another format",
		Long: `Write a trace in another format. Files that end in .gz are packed. An interrupt
leaves no incomplete file.

Degrees are put on a plane in metres that touches the Earth in their middle, and
come out as degrees in the formats that have them. A trace in metres needs --origin
for GPX. SUMO's and The ONE's movement files have a position each --step and
nothing between.

Contacts can be written from contacts, and from movement for a --range: at the exact
instants at which links come up and go down in a run. Nodes leave after their last fix,
as in a run, unless --after says that they stay.

Altitudes are written in CSV and GPX. In other formats, and in contacts, nodes are on the
ground, and a warning says so.`,
		Example: `  bellwether mobility convert cars.fcd.xml.gz cars.ns_movements
  bellwether mobility convert cars.fcd.xml.gz cars.contacts.gz --range 150
  bellwether mobility convert exp6.contacts.dat exp6.conn --scan 120s
  bellwether mobility convert walk.gpx walk.movements.gz
  bellwether mobility convert cars.tcl cars.gpx --origin 8.54,47.38 --start 2026-05-01T12:00:00Z
  bellwether mobility convert log.txt log.geojson --from csv --coordinates degrees`,
		Args: cmdline.TwoArguments,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := source.recognise(cmd, args[0]); err != nil {
				return err
			}
			if _, met := movement.ContactFormat(source.format, args[0]); met {
				t, err := source.readContacts(cmd, args[0])
				if err != nil {
					return err
				}
				return target.writeContacts(cmd, t, args[1], source.quiet)
			}
			t, err := source.read(cmd, args[0])
			if err != nil {
				return err
			}
			if target.ofContacts(args[1]) {
				return target.writeMet(cmd, t, args[1], source.quiet)
			}
			return target.write(cmd, t, args[1], source.quiet)
		},
	}
	source.bind(cmd)
	target.bind(cmd)
	cmd.Flags().StringVar(&target.after, "after", "", "what nodes do after their last fix, `leave or stay`, to write contacts of movement (default leave, as in a run)")
	return cmd
}
