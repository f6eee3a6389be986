// Package fcd reads and writes the floating car data of the traffic simulator
// SUMO: where each vehicle is at each step, as XML.
//
// It assumes steps in order of time. It never reads what vehicles are like, nor
// follows lanes: between two steps a vehicle moves in a straight line at constant
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
// A container is as good as a vehicle; other elements, attributes and heights are
// ignored. The reference is SUMO's page "FCDOutput".
//
// # Rules
//
//   - A vehicle enters the world at the first step that lists it, and leaves at the
//     first that does not; from its last step on until then it stands. One in the
//     last step of the file stays there.
//   - x and y are degrees if SUMO says so in the comment that heads its files
//     (fcd-output.geo), or the caller does. A file that says nothing, but whose
//     vehicles claim speeds that make 1000 times the way they go, is refused:
//     degrees read as metres would put everybody in one place.
//   - Time 0 of the trace is the first step.
//
// # Writing
//
// A file has a step each second, or as asked. What happens between two steps is
// lost: a vehicle is where it should be at steps only, and comes and goes at the
// next one.
//
// Units: seconds, metres or degrees, m/s. Cost: linear; memory is that of the
// trace's legs and a tag.
package fcd
