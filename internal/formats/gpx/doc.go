// Package gpx reads and writes the tracks of satellite receivers in GPX 1.1
// (topografix.com/GPX/1/1), as phones, watches and loggers record them.
//
// It assumes that each track is a node, and each segment a time in which it was recorded. It
// never reads routes and waypoints, because they were not recorded, and leaves heights out.
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
//   - A track point without time is refused: the track was drawn, not recorded, and does
//     not say who met whom.
//   - Between two points of a segment a node moves in a straight line at constant
//     speed; two points at one time are a teleport.
//   - Between two segments a node is absent, and before its first and after its last. If
//     its last segment ends with the recording, the node stays. A segment of one point has
//     no length in time.
//   - A node has the name of its track; the second of one name gets " (2)" after it, and a
//     track without a name its number in the file.
//   - Time 0 of the trace is the first time in the file. The plane is that of package geo
//     around the middle of all points, with its corner in the south-west.
//
// # Writing
//
// Only a trace with a place on Earth can be written. If its time 0 has no date, the
// beginning of 1970 is taken.
//
// Units: degrees and dates, written to 10⁻⁹ degrees (0.1 mm) and the nanosecond. Cost:
// linear; memory holds the trace's legs and a tag. Points are joined to a leg only while
// they stay in one place, because a straight line in degrees is not straight on the
// ground.
package gpx
