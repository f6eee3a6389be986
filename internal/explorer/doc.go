// Package explorer searches every run of one election in a small world: all
// orders of delivery, and where asked all crashes, all losses and all firings of
// timers, over the very machines that the other drivers drive (package steps).
//
// It assumes worlds of two to four nodes, whose runs are some thousands to some
// hundred thousand; it never judges more than it has seen: a search that reaches
// a bound says so, and how deep it was complete.
//
// # A run
//
// Node A starts an election, or all do; nobody where no elections are held, as by
// failure detectors: such a run has one step at least. Each step delivers the
// oldest message of one link (links are first in, first out), loses it, crashes a
// node, or fires a timer. Timers go off either at rest only, when nothing is on
// its way, in the order of their deadlines (equal ones in any order): messages are
// faster than timers, which is what synchronous algorithms assume; or at any time,
// in any order: clocks run as they please, which is what asynchrony is. A run ends
// when it has settled: nothing on its way, and every component led by the node that the
// algorithm's goal wants, or by any one of its nodes where the goal is any.
//
// # What is checked
//
//   - One leader: no two live nodes of a component both believe that they lead: at
//     no moment (always), or at none at which nothing is on its way (rest). Few
//     algorithms promise the first; who is convicted of it may be in the right.
//
//   - Agreement and termination, with timers at rest: a run settles within the
//     settle bound that the algorithm states, counted from its start or its last
//     crash or loss; no run comes to an end without having settled.
//
//   - What an algorithm states of every state of its runs: see [Options.Invariants].
//     Invariants see the whole run that leads to a state, and name nodes by their IDs
//     (A is 1); what they remember of the run is part of the state. Two of VKT04's are
//     weaker than the paper's. A node that has missed the beacons names nobody, outside an election,
//     and begins one after a back-off; so lid increases from leader to leader, until
//     it is given up. And over TCP an Election or Ack may leave when its sender is in
//     a newer computation, since a connection sends one thing at a time; it is said
//     once all the same. With the other signallings it is said in time, too.
//
// The first fault found is one of the shortest, for the search goes breadth
// first. It is told as a story that replays it.
//
// # How
//
// A state is the list of choices that leads to it, from which it can be made again, and
// the system itself as long as some thousands wait: copies of it take the steps, where
// machines are copiers and no invariant watches the run. States that were seen,
// by the SHA-256 of a canonical snapshot of all machines, timers, generators,
// messages on their way and what invariants remember, are not expanded again.
// Times are part of the state: machines remember instants. Memory is about 100
// bytes a state, and 20 MB for the systems.
//
// # Figures
//
// FIGURES.md says for each algorithm how many states a whole search has among 2, 3
// and 4 nodes, how long it takes and what it finds. It is what
//
//	bellwether explore --table --topology complete --one-leader rest --states 100000 --format markdown
//
// prints, below a few lines; a test holds its worlds of 2 and 3 to the code.
package explorer
