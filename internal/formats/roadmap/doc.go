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
// A route is searched by A* with sixteen landmarks: it visits some dozen times as many
// places as lie on it, and not the whole map. For the first route the distances of the
// landmarks are computed, by Dijkstra's algorithm: 64 bytes and some 10 µs a place. They are
// kept with the map, and so is the memory of searches, 12 bytes a place for each that goes
// on at one time. All nodes of all runs can share a map.
//
// # Deviations
//
//   - GeoJSON is decoded with the standard library, because orb's reader would link a
//     database driver.
package roadmap
