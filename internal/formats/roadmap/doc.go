// Package roadmap reads road maps for the shortest path model of package
// mobility: GeoJSON (RFC 7946) with LineStrings and MultiLineStrings, as exports
// of OpenStreetMap have them.
//
// It assumes longitudes and latitudes in degrees, and lines that are joined
// where they share a point, as they are in OpenStreetMap: lines that merely
// cross, such as bridges, are not. It never guesses a way between pieces that
// are not joined: the largest piece is the map, and [Map.Left] says how much was
// left out. Other geometries, properties and heights are ignored; ways may be
// gone both ways.
//
// # Units
//
// Metres in the plane of package geo that touches the Earth at the middle of the
// map, east along x and north along y, with the south-west corner near (0, 0);
// places lie on a grid of 1 cm, and points of one cell are one place. On
// the greatest map, of 100 km, a distance is wrong by at most 7 parts in 100 000:
// (71 km)²/2R².
//
// # Cost
//
// A route is searched by E. W. Dijkstra's algorithm ("A Note on Two Problems in
// Connexion with Graphs", Numerische Mathematik 1, 1959) and takes O(E log V)
// time and 16 bytes a place while it runs; nothing is kept, so that a map can be
// shared by all nodes of all runs.
//
// # Deviations
//
//   - GeoJSON is decoded with the standard library: orb's reader compiles a
//     database driver in.
package roadmap
