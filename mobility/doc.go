// Package mobility holds the movement models of nodes, and the types by which a driver
// uses them.
//
// A node's future is a [Path], a succession of straight [Leg]s drawn one by one
// when the driver needs them, so that positions are computed and never stepped. The
// package assumes a plane with axes in metres, nodes on it or, where a model has
// [Altitudes], above it, and a driver that owns the randomness:
// one stream for placement and one for movement per node, so that the draws of
// one node never shift another's. It never touches a clock, a goroutine, a
// logger, a file or global randomness, and never decides which nodes hear each other.
//
// A program's own model is a type with the two methods of [Model]. Each leg of its paths must
// start when the one before it ends, lie inside the [Area] for which the model was made, and
// be no faster than the model's MaxSpeed: a run refuses other legs. A leg may start at
// another place than where the one before it ends: that is a jump, which MaxSpeed does not
// bound.
//
// # Units
//
// Lengths and coordinates are metres, speeds metres per second, instants and
// spans time.Duration since the run began.
//
// # The same on every machine
//
// A position decides a link, so every bit of it counts. Products that feed a
// sum are written float64(x*y) + z, so that the compiler fuses them on no
// architecture. Waypoints lie on a grid of 1 µm and arrivals on whole
// nanoseconds. Directions are drawn with a square root instead of a sine. The
// results of pow, log, sine and cosine that decide anything are first rounded:
// to 1 µm, 1 µm/s, 1 ns or nine decimals.
//
// # Models
//
// The options of each name its paper, its parameters and the defaults of other
// simulators. Lengths, speeds and steps have no defaults here.
//
//   - [NewStatic]: nodes stand still.
//   - [NewWaypoint]: random waypoint, in its steady state from the beginning unless Start
//     says otherwise; around [Obstacles], if there are any.
//   - [NewWalk]: random walk, by distance or by time.
//   - [NewDirection]: random direction, to the border or for a time.
//   - [NewGaussMarkov]: speed and direction that depend on the ones before.
//   - [NewLevy]: truncated Lévy walk.
//   - [NewManhattan]: streets in a grid, lanes, turns at crossings.
//   - [NewShortestPath]: trips along the roads of a map, see package roadmap.
//   - [NewReferenceGroup]: groups around reference points, RPGM.
//   - [NewColumn]: nodes that drive one behind the other, on a way of another model.
//   - [NewWaypoint3D]: random waypoint in a box, in its steady state from the beginning.
//   - [NewCoverage]: nodes survey an area together, along the lanes of strips.
//   - [NewHover]: drones hold their stations.
//   - [NewAtAltitude]: a flat model, lifted.
//   - [NewGroups]: nodes with different models in one world, which may arrive and
//     depart.
//
// What several nodes share, such as the way of a group's centre, is
// drawn from streams of its own, see [ForRun]. Every member computes it again,
// so that paths share no state and can be read independently.
//
// Random waypoint begins in its steady state after W. Navidi and T. Camp,
// "Stationary Distributions for the Random Waypoint Mobility Model", IEEE
// Transactions on Mobile Computing 3(1), 2004. With any other start, nodes slow down and
// crowd the middle for the first minutes of every run. It refuses a minimum speed
// of 0 for the reason of J. Yoon, M. Liu and B. Noble, "Random Waypoint
// Considered Harmful", INFOCOM 2003: the mean trip then lasts for ever, the
// mean speed decays towards 0 and there is no steady state to begin in.
//
// # Deviations from the papers
//
// Of random waypoint:
//
//   - The mean trip length, which sets the share of nodes that begin in a
//     pause, is a sum over a grid instead of the closed form, which loses all
//     digits in long corridors and needs logarithms. The two agree to
//     one part in 10⁵.
//   - A node that begins in a pause draws the whole length-biased pause and
//     then a uniform point of it; this has the distribution of the paper's
//     residual pause and needs no inverse of a piecewise function.
//   - A node that begins under way draws its trip by rejection, the chance of a
//     trip being proportional to its length; J.-Y. Le Boudec and M. Vojnović,
//     "Perfect Simulation and Stationarity of a Class of Mobility Models",
//     INFOCOM 2005, show that this needs no geometric constant.
//   - Around obstacles, the model is random waypoint on a domain that is not convex, which the
//     theorem of the same paper covers: trips are chosen by any rule under which the next one
//     begins where one ends. A pause and the trip after it are
//     drawn together, so that the share of pauses needs no mean length of ways. What is
//     a shortest way is stated at [Obstacles].
//   - Waypoints keep 1 µm from the border, so that rounding never puts a node
//     outside the world.
//
// Of the others:
//
//   - Random walk, random direction with a time of travel, and Lévy walk begin in
//     their steady state, as random waypoint does, though their papers begin
//     them with a step. Borders that reflect keep places uniform, and the trip or
//     pause under way at time 0 is drawn in proportion to the time it takes. The other
//     models begin only near their steady state: see their Path methods.
//   - Gauss-Markov: speeds are cut at four standard deviations from their mean,
//     so that there is a greatest one. A negative speed is one backwards. No
//     node is turned before it meets a border.
//   - RPGM: the random vectors of all members change at the same instants, and
//     between them members go straight; Hong et al. do not specify this.
//   - Manhattan: a node draws one speed for each block, keeps its lane, does not
//     accelerate and ignores the node before it.
//   - Lévy walk: lengths and pauses are truncated power laws, by which Rhee et al.
//     approximate truncated α-stable laws.
//   - Random waypoint 3-D: climbs and descents are as fast as level flight.
//   - Coverage: turns take no time, and no lane is left out for an obstacle.
//   - Hover: places are independent from step to step, so it does not model lasting wind.
//   - Shortest path: roads may be used in both directions, and all places are
//     equally likely destinations.
package mobility
