// Package explorer searches every run of a small world: all orders of delivery and, as far
// as their budgets allow, all faults at every moment. It is a model checker with explicit
// states, over the same machines that the other drivers drive (package async).
//
// It assumes worlds of two to four nodes, with up to some million states. It never claims
// more than it has searched: a report lists what was tried, what was not and what was
// assumed, and a search that reaches a bound says so, and to what depth it is complete.
//
// # A run
//
// An oracle knows neighbours and routes, or nodes find them with services of package
// overlay. A beginning of runs is a list of what nodes offer, and the nodes that start an
// election; a search has several beginnings. Each step delivers the oldest message of one link
// (links are first in, first out), fires a timer, or is a [Fault] that the budget allows.
// Timers fire either only at rest, when no message is on its way, in the order of their
// deadlines (equal ones in any order): then messages are faster than timers, as
// synchronous algorithms assume. Or they fire at any time, in any order: this is an
// asynchronous system. A run is led while every live node names whom the algorithm's goal
// wants in its component. It ends when it has been led for [Options.Idle] without a fault,
// or is led and no timer is set. Faults that the budget still allows may follow its end.
//
// # What is checked
//
//   - The goal, with timers at rest: it holds at rest whenever the settle bound that the
//     algorithm states has passed since the last fault, and in each state without a next
//     step. An election without a fault never ends with all nodes naming the same wrong one.
//
//   - Rest: messages do not go round for ever at one instant. After each timer and each
//     fault the messages are delivered oldest first, which is fair, until none is left. And
//     the states are searched for strongly connected components of deliveries in which each
//     link that always has a message delivers one: such a component has a fair run that
//     never ends.
//
//   - The services that nodes have of their own, if they have any: see [Options.Services].
//
//   - A node that boots with what it saved gives its messages numbers of a new term. Only
//     then may the search make such numbers begin at zero again ([async.System.Renumber]).
//
//   - One leader in a component, at every moment or at rest, if that is asked for.
//
//   - What an algorithm states of every state of its runs: see [Options.Invariants].
//     Invariants see the whole run that leads to a state, and name nodes by their IDs (A is
//     1). What they remember of the run is part of the state. Two of VKT04's are weaker than
//     the paper's. First, a node that has missed the beacons names no leader while it is
//     outside an election, and begins one after a back-off; so lid increases from leader to
//     leader only until the node gives up its leader. Second, over TCP an Election or Ack may
//     leave when its sender is already in a newer computation, since a connection sends one
//     message at a time; each is still sent only once. With the other signallings it also
//     leaves before its sender enters a newer computation.
//
//   - Properties of the user, in every state or at least once in every run.
//
//   - The contract of machines: what handlers do, and what Snapshot, Copy and Shift promise.
//     Some states are compared with what they were when they were found. Each run with a
//     fault, and some without one, are repeated with fresh machines and without Copy and
//     Shift. If a repetition differs, the search reports the method at fault instead. Some
//     runs that reach a known state are compared with the first that reached it: with the
//     same steps both must go on to the same Snapshots.
//
// The search is breadth first, so the first fault that it finds has one of the shortest
// runs. The report has a story that replays it.
//
// # How
//
// States are compared by 128 bits of the SHA-256 of a canonical snapshot of all machines,
// timers, messages on their way, budgets, the time since the last fault, and what
// invariants remember. Each handler of a node draws the same random numbers, so that
// generators have no state. After each timer the system is moved back to one instant, and
// counters of beacons begin at zero again, if all machines support it
// ([async.System.Rebase], [async.System.Renumber]). So the instant at which a state was
// reached is not part of the state.
//
// All workers expand a batch of states; then one merges what they found, in order, so that the
// result does not depend on their number. Deliveries to different nodes at one moment are
// independent, and one of their orders is enough: a delivery that was taken is in the sleep
// set of the states that the others lead to, and is not taken again there (Godefroid,
// Partial-Order Methods for the Verification of Concurrent Systems, 1996, chapter 5, with
// states kept). All states are still seen. A cycle of deliveries is still found: a long enough
// run through it, in the order that is taken, must meet a state twice. A test compares the
// search with the plain one. All algorithms here compare IDs, so nodes are not symmetrical.
//
// A state that waits to be expanded keeps its system while there is memory; otherwise the
// system is made again by its steps. Memory is about 450 bytes a state, and 2.5 kB a node
// for each system that waits. A search of VKT04 in a complete graph of four sees about
// 20 000 states a second and processor.
//
// # Figures
//
// FIGURES.md lists for each algorithm how many states whole searches have, and what they
// find. `.ci/figures` makes it. A test repeats its searches of 2 and 3 nodes.
package explorer
