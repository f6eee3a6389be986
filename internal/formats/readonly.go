package formats

import (
	"io"

	"bellwether/internal/formats/csv"
	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/ns2"
	"bellwether/internal/formats/simulators"
)

// readOnly are the formats that are read and not written: others say the same and more.
func readOnly() []Format {
	return []Format{
		{
			Name: "core", About: "CORE: ns-2's commands, of which one of speed 0 jumps",
			Extensions: []string{".core", ".core.scen"}, Absent: true, Metres: true,
			read: func(in Input, r io.Reader) (*movetrace.Trace, error) { return ns2.ReadCORE(r, in.file()) },
		},
		{
			Name: "core-xml", About: "CORE: where the devices of a session stand",
			Extensions: []string{".core.xml"},
			read: func(in Input, r io.Reader) (*movetrace.Trace, error) {
				return simulators.ReadCORESession(r, in.file(), in.Coordinates)
			},
		},
		{
			Name: "mob", About: "ns-3: changes of course, as its MobilityHelper writes them",
			Extensions: []string{".mob"}, Late: true, Metres: true,
			read: func(in Input, r io.Reader) (*movetrace.Trace, error) { return simulators.ReadCourses(r, in.file()) },
		},
		{
			Name: "otns", About: "OTNS, OpenThread's simulator: where the nodes of a topology stand",
			Extensions: []string{".otns.yaml"}, Metres: true,
			read: func(in Input, r io.Reader) (*movetrace.Trace, error) { return simulators.ReadTopology(r, in.file()) },
		},
		{
			Name: "plt", About: "Geolife: the track of one device",
			Extensions: []string{".plt"}, Fixes: true, Degrees: true, Altitudes: true,
			read: func(in Input, r io.Reader) (*movetrace.Trace, error) { return csv.ReadPlt(r, in.file()) },
		},
		{
			Name: "turtle", About: "INET: scripts of TurtleMobility, without what is drawn",
			Extensions: []string{".turtle.xml"}, Metres: true,
			read: func(in Input, r io.Reader) (*movetrace.Trace, error) { return simulators.ReadTurtle(r, in.file()) },
		},
	}
}
