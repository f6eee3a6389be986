// Package geojson reads and writes movement as a FeatureCollection of GeoJSON (RFC 7946):
// points for nodes that stand, line strings with times for nodes that move.
//
// It assumes one level: features of points, line strings and multi line strings. It never
// reads a polygon as movement, and never holds more than one feature. It decodes with
// encoding/json: orb/geojson reads whole files, and would link a database driver.
//
// # What it reads
//
//	{"type": "FeatureCollection", "features": [
//	  {"type": "Feature", "properties": {"node": "sink"},
//	   "geometry": {"type": "Point", "coordinates": [8.5417, 47.3769]}},
//	  {"type": "Feature", "properties": {"node": "car7", "times": [0, 12.5, 80]},
//	   "geometry": {"type": "LineString", "coordinates": [[8.54, 47.37], [8.55, 47.37], [8.55, 47.38]]}}
//	]}
//
// A node's name is a property with a usual name of a device (nodeNames in feature.go), then
// name or id, or the one that a mapping gives; else the feature's own id, else its number in the
// file. Times of lines are the property times, coordTimes, or coordinateProperties.times, one
// for each place; of points one of [text.TimeNames], else the only one whose name says time or
// whose value is a date, which is told: numbers, or dates like 2026-05-01T12:00:00Z. A multi line string has a list of times for each line.
//
// # Rules
//
//   - A line is a stay in the world: before and after it its node is absent. If the line
//     ends with the recording, the node stays. A node may have several lines, in one
//     feature or more, in order of time. Two places at one time are a teleport.
//   - A point is a node that is always in the world; with a property of its time it appears
//     then and stays. Several points of one node, in order of time, are a track: a line.
//     Without times a second point of a node is refused.
//   - A line without times is refused, and so is every other geometry, by its name.
//   - Coordinates are degrees, unless the collection says before its features that
//     "coordinates_are" metres. This program writes so if the world has no place on Earth.
//   - Time 0 of the trace is the first time in the file.
//
// Units: degrees, written to 10⁻⁹ of them, or metres to the micrometre; seconds to
// the nanosecond. Cost: linear; memory is that of the trace's legs and of one
// feature.
//
// Deviation: times of places are a convention; RFC 7946 has none.
package geojson
