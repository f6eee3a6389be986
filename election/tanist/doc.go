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
//   - The leader floods BEACON(capability, stamp, heir, lead of the heir) each I, unless it has no
//     neighbours. A node takes the sender of the first copy of the newest for its parent. It passes
//     the beacon on after a random delay of up to jitter, unless it has heard `copies` of it by then,
//     or all its neighbours have said it; within 15 I of a neighbour's PULL it always passes it on, and
//     for copies it holds back three in a row at most: a neighbour of another component may hear of
//     this leader from this node alone.
//   - A node that would be a better heir than the one named sends BID(leader, capability, stamp) to
//     its parent. Each hop passes a bid on if it is better than the others since the last beacon. The
//     heir bids again each I while it exceeds the leader, else each third I.
//   - If the heir has bid within 1.25 I, the leader floods HANDOVER(heir, stamp of its bid, itself)
//     as soon as the heir deposes it by the scenario's margin. Its followers follow the heir at once,
//     without an election. With a `patience` the leader also counts what it owes an heir within the
//     margin: each I it owes I·clamp(lead/5 %, 1/5, 1) more to one that is ahead, and I less to one
//     that is not, and hands over when it owes `patience`.
//   - A node that has heard no beacon for `late`·I broadcasts PULL(leader, stamp) `pulls` times, and
//     up to eight times where it misses hellos of its neighbours. A neighbour that knows more
//     answers: ANSWER(leader, stamp, age). Without an answer, or without a neighbour, the leader is lost. The node still follows it for a back-off by what it offers
//     itself: the heir waits hardly at all. Then a contest opens.
//   - In a contest CLAIM is flooded. A node whose leader is overdue gives it up and joins a contest
//     that it hears. A better node contradicts a claim by one of its own, after a delay of up to
//     jitter. The best claim is followed once it has stood for `contest`. A better claim that comes
//     within four times that is followed at once: its author was far away.
//   - A node that hears a beacon of a better leader than its own from a neighbour, or `confirm` of them
//     within 2.5 I from other nodes, or of a leader that has handed over within the last time-out, follows it,
//     and floods MERGE(leader, the leader that was), by which its fellows follow too. A node that hears
//     of a worse leader sends ANSWER, once for each sign of life of that leader; a leader that was
//     alone sends it to its first neighbour. An ANSWER needs no confirmation.
//   - With ride=hellos, and where neighbours are found by hellos, beacons are not flooded: a leader renews
//     its beacon at each of its hellos, and each follower's next hello carries the newest that it
//     knows, with its age. A node that follows a better leader answers nobody: its hellos say it.
//   - Elect, where a leader is known, asks it to give way: a bid with a call goes up, the leader
//     floods a beacon, collects bids for I/8, and hands over to the best that is better at all. Where
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
// other, none of a leader without neighbours; the heir's bids, one frame of 26 bytes for each hop to
// the leader and each I or 3 I. A handover is n frames. A contest is n frames for each claim that is
// better than the claims before, one if the heir claims. Replies to PULL are one or two frames
// around the node that asked.
//
// # Constants
//
//   - late, 1.25: a beacon is at most Diameter·(Hop + jitter) late, which a quarter of two seconds
//     covers for more than ten hops. Sooner, a PULL goes out for each beacon that takes a longer way;
//     later, a dead leader is missed for longer. At 2 there are fewer leader changes, and nodes are
//     badly led for longer: docs/tanist.md shows the trade.
//   - pulls, 2: a PULL and its answer both arrive with probability (1−p)²; at 5 % loss one round
//     fails once in ten times, two once in a hundred. Where p is larger, the share of hellos heard
//     tells, and as many rounds follow as make it one in a hundred again: in detectors, at 50 % loss,
//     leader changes fall by a quarter and two leaders in one component by nearly half.
//   - patience, 24h: the margin is the scenario's word for what a change is worth, so a leader
//     within it stays, as under VKT04. With 20 s the best node leads more, at more changes.
//   - jitter, 20 ms: as of VKT04 (rebroadcast_jitter) and flood-max, so that rows differ by their
//     rules. Above I/4 a flood would still be waiting when the next comes.
//   - contest, 60 ms: a relay waits jitter/2 on average, so the claim goes three hops in half of it;
//     a contradiction takes jitter/2 more and comes back over one hop or two. Where it takes longer,
//     a better claim still wins, at the price of one change.
//   - back-off, 60 to 820 ms: see backoff.
//
// # Settle bound
//
// After the last fault. A dead leader's last sign of life counts for the time-out T, and then for
// the back-off and the contest of the nodes that miss it; twice, since a claim under way may name a
// node that died meanwhile. Then the beacon, the bids of the better nodes, the handover to the best
// of them, and the same once more if that bid was overtaken: 6 I. Each of eight floods takes
// (Diameter + 1)·(Hop + jitter). Sum: 2(T + 820 ms + contest) + 6 I + 8 floods. T is late·I and
// nine waits of 1½ (I/8 + 2 jitter) with I/8 up to 250 ms, or pulls + 1 of them if that is more, but at
// least the scenario's time-out. A leader within the
// margin is right. With a patience it may still hand over, for up to 5·patience + I, which is added.
//
// Where beacons ride on hellos that come at intervals of h, a hop takes up to 1.1 h, as intervals
// differ by a tenth. A follower hears of its leader each 1.1 h, sooner or later by as much: so late is
// in proportion to max(I, 2.2 h), and an heir bids each I + 1.1 h. A sign of life counts until it is
// 35 hops older than the time-out (35: NET_DIAMETER of RFC 3561): nodes pass it on one after another,
// so a dead leader's sign ends by its age alone. In the sum above T has 35·1.1 h more, 6 I
// becomes 6 (I + 1.1 h), and a flood (Diameter + 1)·1.1 h more; h is at most half of what the neighbour
// service takes to notice a change.
//
// # Tried and left
//
//   - Counting PULLs that were overheard as rounds of one's own: a node believed its leader lost
//     without having asked. A debt without a bound: a leader gave way at once to an heir that had
//     been ahead long ago. The hunt found both.
//   - An heir that claims as soon as it misses a beacon: each lost beacon became a change.
//   - Believing a better leader at its first beacon from anybody: in drone-survey single frames that
//     fade in from outside made half as many changes again. Waiting for a second beacon of neighbours,
//     too: two leaders in one component for 18 % of the time in old-town and detectors, in place of 11 %.
//   - Believing only neighbours of which half the hellos are heard: in drone-survey a tenth fewer
//     changes, and in old-town and detectors two leaders in one component for a tenth longer.
//   - Holding back every beacon that others have said: two cliques joined by one link never merged.
//   - Giving the leader up before the back-off: twice to eight times as long without a leader, and
//     an election for each leader that answers late.
//   - Damping as RFC 2439 damps routes that flap: a node waits longer for a leader to which it came
//     back lately. In drone-survey and conference-contacts its points lie on the curve that `late`
//     draws by itself, and in sensor-field above it.
//   - Greeting each new neighbour with an ANSWER, as VKT04's exchange does: a twentieth more frames,
//     a third in old-town, and in drone-survey more changes for links that last a second.
//   - An heir behind the leader that bids each fifth interval: 1 % fewer bytes, and a dead heir is named for longer.
//   - Beacons on hellos as the default: they save a tenth to a third of all messages, and cost bytes and
//     time under a bad leader in nearly all worlds. The parameter ride has the numbers.
package tanist
