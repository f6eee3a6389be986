// Package roadmap reads road maps for the shortest path model of package mobility: GeoJSON
// (RFC 7946) with LineStrings and MultiLineStrings, as exported from OpenStreetMap.
//
// It assumes longitudes and latitudes in degrees, and that lines are joined where they
// share a point, as in OpenStreetMap: lines that only cross, such as bridges, are not
// joined. It never guesses a way between pieces that are not joined: the largest piece is
// the map, and [Map.Left] says how much was left out. Other geometries, properties and
// heights are ignored. Every way may be used in both directions.
//
// # Units
//
// Metres in the plane of package geo that touches the Earth at the middle of the map, east
// along x and north along y, with the south-west corner near (0, 0). Places lie on a grid
// of 1 cm, and points of one cell are one place. On the greatest map, of 100 km, a
// distance is wrong by at most 7 parts in 100 000: (71 km)²/2R².
//
// # Cost
//
// A route is searched by E. W. Dijkstra's algorithm ("A Note on Two Problems in Connexion
// with Graphs", Numerische Mathematik 1, 1959) in O(E log V) time and 16 bytes a place.
// Nothing is kept, so all nodes of all runs can share a map.
//
// # Deviations
//
//   - GeoJSON is decoded with the standard library, because orb's reader would link a
//     database driver.
package roadmap
