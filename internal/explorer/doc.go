// Package explorer searches every run of a small world: all orders of delivery and, as far
// as their budgets allow, all faults at every moment. It is a model checker with explicit
// states, over the same machines that the other drivers drive (package steps).
//
// It assumes worlds of two to four nodes, with up to some million states. It never claims
// more than it has searched: a report lists what was tried, what was not and what was
// assumed, and a search that reaches a bound says so, and to what depth it is complete.
//
// # A run
//
// Neighbours and routes are known to an oracle, or nodes find them with services of package
// overlay. A run begins with a list of what nodes offer and with those that start an election; a
// search has several such beginnings. Each step delivers the oldest message of one link
// (links are first in, first out), fires a timer, or is a [Fault] that the budget allows.
// Timers fire either only at rest, when no message is on its way, in the order of their
// deadlines (equal ones in any order): then messages are faster than timers, as
// synchronous algorithms assume. Or they fire at any time, in any order: this is an
// asynchronous system. A run ends when it has been led for [Options.Idle] without a
// fault: every live node names whom the algorithm's goal wants in its component. Faults
// that are left strike ended runs as well.
//
// # What is checked
//
//   - The goal, with timers at rest: it holds at rest whenever the settle bound that the
//     algorithm states has passed since the last fault, and where nothing is left to
//     happen. An election without a fault never ends with all naming somebody else.
//
//   - Rest: messages do not go round for ever at one instant. Each run is followed from
//     its timers and faults with its oldest message first, which is fair. And the states
//     are searched for strongly connected components of deliveries in which each link that
//     always has a message delivers one: such a component has a fair run that never ends.
//
//   - The services that nodes have of their own, if they have any: see [Options.Services].
//
//   - A node that boots with what it saved begins a new term for the numbers that it gives its
//     messages. The search counts such numbers from zero again, which is right only then.
//
//   - One leader in a component, at every moment or at rest, if that is asked for.
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
//   - Properties of the user, in every state or at least once in every run.
//
//   - The contract of machines: what handlers do, and what Snapshot, Copy and Shift promise.
//     Some states are compared with what they were when they were found. Each run with a
//     fault, and some without one, are repeated with fresh machines and without Copy and
//     Shift. A run that does not come again convicts the method that is at fault.
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
// counters of beacons begin anew, where machines can do so ([steps.System.Rebase],
// [steps.System.Renumber]): when a state was reached is no part of it.
//
// All workers expand a batch of states; then one merges what they found, in order, so
// that the result does not depend on their number. Deliveries to different nodes at one
// moment are independent: a delivery that was taken sleeps in the successors by the others
// (Godefroid, Partial-Order Methods for the Verification of Concurrent Systems, 1996,
// chapter 5, with states kept). All states are still seen, and a cycle of deliveries
// among them is kept as well: a long enough run through it, in the order that is taken,
// must meet a state twice. A test compares the search with the plain one. IDs are compared
// by all algorithms here, so no nodes are symmetrical.
//
// A state that waits keeps its system while there is room; another is made again by its
// steps. Memory is about 450 bytes a state, and 2.5 kB a node for each system that waits.
// VKT04 in a complete graph of four sees about 20 000 states a second and processor.
//
// # Figures
//
// FIGURES.md lists for each algorithm how many states whole searches have, and what they
// find. `.ci/figures` makes it. A test compares its worlds of 2 and 3 nodes with the code.
package explorer
