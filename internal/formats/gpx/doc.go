// Package gpx reads and writes tracks of satellite receivers in GPX 1.1
// (topografix.com/GPX/1/1), as phones, watches and loggers record them.
//
// It assumes that each track is a node, whose segments are the times it was
// recorded. It never reads routes and waypoints, which are plans and places and no
// recording, and leaves heights out.
//
// # What it reads
//
//	<gpx version="1.1" creator="…" xmlns="http://www.topografix.com/GPX/1/1">
//	  <trk>
//	    <name>anna</name>
//	    <trkseg>
//	      <trkpt lat="47.3769" lon="8.5417"><ele>408</ele><time>2026-05-01T12:00:00Z</time></trkpt>
//
// # Rules
//
//   - A point of a track without time is refused: a track that was drawn and not
//     recorded says nothing of who met whom.
//   - Between two points of a segment a node moves in a straight line at constant
//     speed; two points at one time are a teleport.
//   - Between two segments a node is absent, before its first one and after its last
//     too; one whose last segment ends with the recording stays. A segment of one
//     point lasts no time.
//   - A track is called by its name; the second of one name gets " (2)" after it, and
//     one without a name its number in the file.
//   - Time 0 of the trace is the first time in the file, and its plane is that of
//     package geo about the middle of all points, its corner in the south-west.
//
// # Writing
//
// Only a trace that has a place on Earth can be written. Where its time 0 has no
// date, it is taken for the beginning of 1970.
//
// Units: degrees and dates, written to 10⁻⁹ degrees (0.1 mm) and the nanosecond.
// Cost: linear; memory is that of the trace's legs and a tag. Points are not joined
// to legs unless they stay in a place, since a straight line in degrees is none on
// the ground.
package gpx
