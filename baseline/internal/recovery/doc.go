// Package recovery elects the member that has restarted least, of several the
// smallest ID: a failure detector Ω for processes that crash and recover, by heartbeats
// that carry the number of incarnations (Algorithm 5.3 of the course document on failure
// detectors; related algorithms are in Larrea, Martín and Soraluze,
// "Communication-efficient leader election in crash-recovery systems", Journal of Systems
// and Software 84, 2011). It assumes a roster, a route to every member, stable storage, and
// at least one member that at some time stays up. It never sends before its incarnation is
// stored, never holds an election, and never uses what a node can offer.
//
// # The algorithm
//
//   - At boot: incarnation := what was stored + 1 (1 if nothing was), store it,
//     and send heartbeat(incarnation) to every other member.
//   - Each period η, the detection interval: candidates := oneself and everybody
//     whose newest heartbeat is no older than its window; leader := the candidate
//     of fewest incarnations, then smallest ID; heartbeat to every other member.
//   - On a heartbeat from q: q is a candidate, of the greatest incarnation heard
//     of it within the window.
//
// A member that falls out of the window is reported as suspected; one that comes
// back in the same incarnation was suspected by mistake, and its window grows by
// η, to twice its first length at most; 32 heartbeats in a row take that back.
//
// A node that reboots knows no leader for its first period: it cannot tell whether others
// are up. An unstable process, up and down for ever, counts more incarnations than any that
// stays up, and so does not lead for long. An example: of four nodes the one of the
// smallest ID is down and up for 20 s each, 15 times in all (fault flap). It is named until
// its first crash is noticed and never again, while omega changes its leader 30 times.
//
// # The goal, and lost storage
//
// The incarnation is what the storage holds. A node that loses its storage begins at 1
// again, like a new node, and may lead: no other node can tell. The packages check and
// measure count likewise: boots since the first, or since a fault of the trace that deletes
// the storage. A node that crashes within the handler of its boot, before the store, has
// not counted the boot, though the trace has; only a crash between two effects can do that.
//
// # Cost
//
// n members: n(n−1) routed heartbeats of 5 bytes a period, half the cost of omega's pull,
// and n−1 at each boot. It is not communication-efficient: in such an algorithm all but the
// leader stop sending.
//
// # What the source gets wrong
//
//   - An unknown q is never put among the candidates: the update asks for an
//     entry of q with a smaller incarnation, and the set begins empty. Nobody is
//     ever elected (a test runs it as printed). Here: insert or raise.
//   - In the paper a process is not a candidate itself, since it does not hear itself. Here it
//     is.
//   - One variable is the period of sending and the window of listening, and it
//     grows at one process only: a sender with a long period falls out of the
//     short windows of others. Here the period is fixed, the window adapts.
//   - The window grows at every change of leader, the first and the just ones
//     too, in no unit and without bound. Here only a mistake of the window makes
//     it grow, that of the peer concerned, up to a cap.
//   - Recovery does not start the timer again. Init and Recovery are one handler
//     here, told apart by what storage holds.
//   - The candidates are emptied at each period: a heartbeat counts for nought to
//     one period, whatever the window. Here the window slides.
//
// # Settle bound
//
// After the last fault: the last heartbeat of a member that is dead or separated arrives
// within a route, falls out of its window, C at the cap, and is missed at the tick after,
// I. The same holds for the greater incarnation of a member that lost its storage, after
// which its next heartbeat counts, I, at the tick after, I. A member that boots at the calm
// knows no other for up to 2I, less than C. Sum: C + 3I + 2·Diameter·Hop + Neighbour.
package recovery
