// Package fcd reads and writes the floating car data of the traffic simulator
// SUMO: where each vehicle is at each step, as XML.
//
// It assumes steps in order of time. It never reads other properties of vehicles, and
// never follows lanes: between two steps a vehicle moves in a straight line at constant
// speed.
//
// # What it reads
//
//	<fcd-export>
//	  <timestep time="0.00">
//	    <vehicle id="v0" x="5.10" y="9.80" angle="90.00" speed="13.90" … />
//	    <person id="p0" x="1.00" y="2.00" … />
//	  </timestep>
//	</fcd-export>
//
// A container is read like a vehicle. Other elements, attributes and heights are ignored.
// The reference is SUMO's page "FCDOutput".
//
// # Rules
//
//   - A vehicle enters the world at the first step that lists it, and leaves at the first
//     later step that does not; between its last step and that one it stands. A vehicle in
//     the last step of the file stays there.
//   - SUMO numbers vehicles, persons and containers alike. If a name is of two kinds, the kind
//     that comes later stands behind it: 1 (person).
//   - x and y are degrees if SUMO says so in the comment at the head of its files
//     (fcd-output.geo), or if the caller does. A file is refused if it says neither and
//     the vehicles' speeds make 1000 times the distance between their places: degrees read
//     as metres would put all of them in one place.
//
// # Writing
//
// A file has a step each second, or as asked. What happens between two steps is lost: a
// vehicle is at its exact place only at steps, and it enters and leaves at the next step.
//
// Units: seconds, metres or degrees, m/s. Cost: linear; memory is that of the
// trace's legs and a tag.
package fcd
