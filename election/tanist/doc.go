// Package tanist elects by succession: the leader's beacons name its heir, bids climb the tree
// of the beacons to the leader, and the leader hands over when that pays. A tanist was the heir
// of a Gaelic chief, named in his lifetime.
//
// VKT04 (package election) asks every node anew at each election. Here an heir is known before it
// is needed, so a change of the leader is one flood, and nobody is without a leader meanwhile.
//
// It assumes that neighbours hear broadcasts, and a neighbour service. It needs no roster, no
// routes, no diameter and no synchronised clocks: a stamp is compared only with stamps of the same
// node. For a detection time-out after a node has left a leader, it never follows that leader
// again but by a sign of life that is newer by the leader's clock.
//
// # The algorithm
//
// I is the detection interval.
//
//   - The leader floods BEACON(capability, stamp, heir, lead of the heir) each I. A node takes the
//     sender of the first copy of the newest for its parent. It passes the beacon on after a random
//     delay of up to jitter, unless it has heard `copies` of it by then, or all its neighbours have
//     said it; within 15 I of a neighbour's PULL it always passes it on.
//   - A node that would be a better heir than the one named sends BID(leader, capability, stamp) to
//     its parent. Each hop passes a bid on if it is better than those since the last beacon. The
//     heir bids again each I while it exceeds the leader, else each third I.
//   - Each I the leader owes an heir that is ahead I·clamp(lead/5 %, 1/5, 1), and less by I
//     one that is not. If the heir has bid within 1.25 I it floods HANDOVER(heir, stamp of its bid,
//     itself) as soon as the heir deposes it by the scenario's margin, or it owes it `patience`.
//     Its followers follow the heir at once, without an election.
//   - A node that has heard no beacon for `late`·I broadcasts PULL(leader, stamp) `pulls` times. A
//     neighbour that knows more answers: ANSWER(leader, stamp, age). Without an answer, or without
//     a neighbour, the leader is lost, and a contest opens.
//   - In a contest the heir claims at once, others after a back-off by what they offer: CLAIM is
//     flooded. A better node contradicts it by a claim of its own. The best claim is followed once
//     it has stood for `contest`. A node whose leader is overdue joins a contest that it hears.
//   - A node that hears `confirm` beacons in a row of a better leader than its own follows it, and
//     floods MERGE(leader, the leader that was), by which its fellows follow too. Who hears of a
//     worse leader sends ANSWER, once for each sign of life of that leader.
//   - Elect, where a leader is known, asks it to give way: a bid with a call goes up, the leader
//     floods a beacon, collects bids for I/8, and hands over to whoever is better at all. Where
//     no leader is known, it opens a contest.
//   - Resign: HANDOVER to the heir, if it is known; else RESIGN is flooded, and a contest opens.
//
// # No ghosts
//
// A stamp is of the leader's own clock and never goes back; no other node makes one, for a HANDOVER
// carries the heir's own. So a flood of a dead leader ends once each node has passed it on. A
// leader that was left is remembered with its last stamp for a time-out. A HANDOVER that rests on a
// bid from before the heir last gave up the lead is void.
//
// # Cost
//
// While one leads: n beacons of 29 bytes each I at most, fewer where nodes hear copies of each
// other; the heir's bids, one frame of 26 bytes for each hop to the leader and each I or 3 I. A
// handover is n frames. A contest is n frames for each claim that is better than those before, one
// if the heir claims. Replies to PULL are one or two frames around the node that asked.
//
// # Constants
//
//   - late, 1.25: a beacon is at most Diameter·(Hop + jitter) late, which a quarter of a second
//     covers for ten hops. Sooner, a PULL goes out for each beacon that takes a longer way; later,
//     a dead leader is missed for longer. At 2 and 2.7 there are fewer leader changes, and a lower
//     quality: the trade is shown in docs/tanist.md.
//   - pulls, 2: one PULL and its answer are lost together with probability 1 − (1−p)², a tenth at
//     5 % loss; two in a hundredth.
//   - patience, 20 s: a change costs its followers nothing but a frame each; what is counted is
//     the user's cost of another leader. 20 s of a lead of 5 % is one node-second of quality for
//     each node: the ski-rental rule, which never pays more than twice what the best rule pays that
//     knows for how long the heir stays ahead.
//   - contest, 120 ms: a flood over three hops with its jitter, and one contradiction back.
//   - back-off, 60 to 760 ms: see backoff.
//
// # Settle bound
//
// After the last fault. A dead leader's last sign of life counts for the time-out T, and then for
// the back-off and the contest of those who miss it; twice, since a claim under way may name a
// node that died meanwhile. Then the beacon, the bids of those who are better, the handover to the
// best of them, and the same once more if that bid was overtaken: 6 I. Each of eight floods takes
// (Diameter + 1)·(Hop + jitter). Sum: 2(T + 1.2 s + contest) + 6 I + 8 floods. Where the scenario
// grants a margin, a leader within it stays for as long as the least lead must wait: 5·patience + I.
//
// # Tried and left
//
//   - Counting PULLs that were overheard as rounds of one's own: a node believed its leader lost
//     without having asked. A debt without a bound: a leader gave way at once to an heir that had
//     been ahead long ago. The hunt found both.
//   - An heir that claims as soon as it misses a beacon: each lost beacon became a change.
//   - Believing a better leader at its first beacon: in drone-survey single frames that fade in from
//     outside made a change each.
package tanist
