// Package thread elects leaders of partitions as Thread does, the mesh network of Matter: Thread
// Group, Thread 1.1.1 and 1.3 Specification, chapters 4 and 5 (Mesh Link Establishment, partitions,
// leader); its constants and the rules that changed since are of OpenThread (src/core/thread,
// mle_ftd.cpp, mle.hpp, mle_types.cpp and router_table.cpp). It assumes that neighbours hear each
// other; it needs no roster and no route.
//
// # The algorithm
//
//   - A partition has a random ID, a leader, and the leader weight that the leader had when it
//     founded it. The leader raises an ID sequence each ID_SEQUENCE_PERIOD (10 s). All routers
//     advertise ID, leader, weight and the newest sequence that they heard, by a Trickle timer
//     (ADVERTISEMENT_I_MIN 1 s, I_MAX 32 s, less with fewer than seven neighbours).
//   - A router whose sequence has not risen for NETWORK_ID_TIMEOUT (120 s) tries to attach to its
//     own partition again, by a router that knows a newer sequence; then to any; then it founds one.
//   - A router that hears of a better partition attaches to it, and leaves its own when it is taken
//     in. Better is: more leader weight; of equal ones, several routers and not one; of equal ones,
//     the greater ID. (Thread 1.1.1 asks for several routers first, then for the weight; parameter
//     order. OpenThread has had the other since pull request 6809 of July 2021.)
//   - To attach, a node broadcasts a Parent Request, takes the best of the Parent Responses of a
//     window, and asks its sender by a Child ID Request to be taken in. It is a silent child then,
//     and a router after a random time of up to ROUTER_SELECTION_JITTER (120 s).
//   - Leader weights (Thread 1.4, OpenThread's DeviceProperties): 64; border router +1; battery −8,
//     external power 0, stable +4, unstable −4.
//
// So it elects one leader for each component, and not the best: of the founders of one weight the
// greater ID leads, and a leader stays though a member has more weight, until that member is told to
// elect or loses it. Deviations are listed by Algorithm.
//
// # Cost
//
// An attempt to attach that fails takes six broadcasts; one that succeeds a broadcast, an answer of
// each router that hears it, and two unicasts. A router advertises once in an interval, in all
// partitions and for ever. An advertisement has 15 bytes here; Thread's has TLVs of 25, and a
// byte for each router.
//
// # Lines
//
// The news of a sequence waits at each hop for the next advertisement, a random time. In a line
// the news of several periods come to wait at one router, and then go on as one: so the sequence
// rises far away by leaps. With intervals of 32 s nodes of a line of nine lose their leader three
// times an hour, though nothing fails; with OpenThread's 12 s, where routers have two neighbours,
// none did in eight hours (TestLinesLoseLeaders).
//
// # Settle bound
//
// After the last fault: the last sequence of a dead leader goes a hop in 1.5 intervals. Who heard
// it gives the leader up after the time-out, and tries twice to attach; one that resigned may lead
// again a cycle later. Then the best partition goes a hop in 1.5 intervals, an attempt and the time
// in which the child becomes a router; and once more a hop, since a partition may become the best
// when it gets a second router, or cease to be after its leader has not heard one for three
// intervals. Sum: timeout + selection + 6·cycle + 3·longest + (Diameter + 1)·(1.5·longest + cycle +
// selection + Hop) + Neighbour.
package thread
