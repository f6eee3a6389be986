// Package explorer searches every run of one election in a small world: all orders of
// delivery and, as options, all crashes, all losses and all orders of timers. It uses the
// same machines that the other drivers drive (package steps).
//
// It assumes worlds of two to four nodes, with some thousands to some hundred thousand
// runs. It never claims more than it has searched: a search that reaches a bound says so,
// and to what depth it is complete.
//
// # A run
//
// Node A starts an election, or all nodes do. An algorithm without elections, such as a
// failure detector, starts none; its run has at least one step. Each step delivers the
// oldest message of one link (links are first in, first out), loses it, crashes a node,
// or fires a timer. Timers fire either only at rest, when no message is on its way, in
// the order of their deadlines (equal ones in any order): then messages are faster than
// timers, as synchronous algorithms assume. Or they fire at any time, in any order: this
// is an asynchronous system. A run ends when it has settled: no message is on its way,
// and every component is led by the node that the algorithm's goal wants, or by any one
// of its nodes if the goal is any.
//
// # What is checked
//
//   - One leader: no two live nodes of a component both believe that they lead. This is
//     checked at every moment (always), or whenever no message is on its way (rest). Few
//     algorithms promise the first, so an algorithm that violates it may still be
//     correct.
//
//   - Agreement and termination, with timers at rest: a run settles within the
//     settle bound that the algorithm states, counted from its start or its last crash or
//     loss. No run ends unsettled.
//
//   - What an algorithm states of every state of its runs: see [Options.Invariants].
//     Invariants see the whole run that leads to a state, and name nodes by their IDs
//     (A is 1); what they remember of the run is part of the state. Two of VKT04's are
//     weaker than the paper's. First, a node that has missed the beacons names no leader
//     while it is outside an election, and begins one after a back-off; so lid increases
//     from leader to leader only until the node gives up its leader. Second, over TCP an
//     Election or Ack may leave when its sender is already in a newer computation, since
//     a connection sends one message at a time; each is still sent only once. With the
//     other signallings it leaves in time, too.
//
// The search is breadth first, so the first fault that it finds has one of the shortest
// runs. The report has a story that replays it.
//
// # How
//
// A state is stored as the list of choices that leads to it, and can be made again from
// that list. Some thousands of states that wait also keep their system; copies of it take
// the next steps, if the machines are copiers and no invariant watches the run. A state
// is expanded once. States are compared by the SHA-256 of a canonical snapshot of all
// machines, timers, generators, messages on their way, and what invariants remember.
// Times are part of the state, because machines remember instants. Memory is about 100
// bytes a state, and 20 MB for the systems.
//
// # Figures
//
// FIGURES.md lists for each algorithm how many states a whole search of 2, 3 and 4 nodes
// has, how long it takes and what it finds. It is the output of
//
//	bellwether explore --table --topology complete --one-leader rest --states 100000 --format markdown
//
// below a few lines. A test compares its worlds of 2 and 3 nodes with the code.
package explorer
