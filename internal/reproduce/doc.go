// Package reproduce repeats the simulations of Vasudevan, Kurose and Towsley, "Design
// and Analysis of a Leader Election Algorithm for Mobile Ad Hoc Networks" (ICNP 2004,
// §VII, Figs. 5 and 8 to 10), and says claim by claim whether their shape is found.
//
// It assumes nothing about the figures: what it prints beside the published numbers
// was computed by the emulator from what the paper says of its worlds, and each
// verdict is computed from that.
//
// # What the paper gives
//
// 2000 m × 2000 m, random placement, random waypoint with Vmin 1 m/s; N = 20 … 120;
// beacons every 20 s, six may be missed; ten runs for a point. Range, Vmax, pause,
// length and discarded beginning by figure: see [Figures]. The metrics: F, the share
// of time with δ = 1; R, transitions of δ to 1 per node and minute; T, from such a
// transition until the leader is known, to the last if one computation yields several;
// M, messages a node sends per election.
//
// # What it does not give, and what is taken
//
// Chosen once, by reasoning, before any figure was compared; see [Assumptions], which
// the report prints. One was chosen again: how nodes notice that components have
// merged. The paper has the ends of a new link exchange leaders; its broadcast
// signallings keep no list of neighbours. The first study was by beacons alone, and R
// rose with speed in it; both readings are reproduced since ([Merge]), and exchange,
// the paper's rule, is the default.
//
// # What is kept
//
// With [Options].Out each finished run is a line of runs.ndjson, under the hash of its
// world: a study that was killed repeats none of them. The whole studies of both
// readings are recorded in results/, from which a test makes its pages and pictures.
// Cost: the whole study takes 9 minutes of processor time, the quick one half a minute;
// over a contended medium three times as much.
//
// # Why figures differ, and why they agree
//
// Measured by TestWhy, in results/WHY.md, at N = 60 where nothing else is said; the
// whole studies are in results/RESULTS.md.
//
//   - Neither reading has all. At Vmax 3 beacons alone come close: F is 1.0 to 1.4 times
//     the published from 40 nodes on, R 1.1 to 1.5 times. But F rises with speed then,
//     to 36 times at Vmax 19. With exchanges R and F have their shapes at each speed.
//     R crosses over between 40 and 60 nodes, published between 60 and 100; at 120
//     it is half the published at Vmax 3 and a seventh at 19. Between the two readings
//     is an exchange that comes late: see the neighbour list below.
//   - R falls with speed by exchanges, in which nodes that follow one leader hear the
//     freshest news of it from whom they meet: from 0.19 at Vmax 3 to 0.11 at 19, and
//     from 0.24 to 0.37 by beacons alone. It rises as well, from 0.25 to 0.38, where
//     exchanges tell of other leaders but not of the own: that merges come about sooner
//     is not the reason.
//   - Nor is the age that a leader's word carries here, for which one older than the
//     beacon time-out is not adopted, while in the paper whoever adopts a leader begins
//     to wait for its beacons anew. Without ages R rises from 0.23 to 0.33 by beacons
//     and falls from 0.18 to 0.07 by exchanges: the same way, and lower.
//   - With exchanges Opt is not below Bcast: 0.004 nodes stay out of an election for
//     one that takes part. By beacons 0.1 do, and F falls from 0.023 by Bcast to 0.016.
//   - UDP is below Bcast here, above it in the paper. Both elect as often, R = 0.20, but
//     an election takes 0.19 s by UDP and 4.6 s by Bcast, which waits for CHILD-TIMEOUT at
//     each end of the tree; with 100 ms for 3 s it takes 0.30 s. Where Probes alone
//     show that a neighbour is gone, UDP takes 1.7 s.
//   - The medium is not the reason. Over one that nodes contend for ([Contended]) UDP
//     takes 0.21 s and Bcast 4.6 s; at 40, 60 and 100 nodes in Fig. 5, at 100 nodes also
//     at Vmax 19 and in Fig. 8, the intervals of F, R and T overlap with those over an
//     ideal one. There is next to no traffic to contend with: of the frames that arrive,
//     others spoil one in 1500, at N = 100 one in 1000. Over a medium 400 times slower
//     they spoil one in 19, and UDP takes 3.8 s to Bcast's 6.5 s.
//   - How old the neighbour list may be is reason enough for the order. The paper's
//     nodes keep it by periodic messages; how often, it does not say. An election by
//     unicast waits for each neighbour that is on the list and gone, until Probes or TCP
//     give it up; one by broadcast has no list to wait for. Where a neighbour is one for
//     15 s after its last hello, UDP takes 3.7 s; for 60 s, 12 s. With the only such
//     period that the paper gives, its beacons' 20 s of which six may be missed, the
//     means have TCP > UDP > Bcast > Opt at each size; beyond their intervals TCP > UDP
//     at each, UDP > Bcast up to 80 nodes, and Bcast > Opt nowhere. Exchanges over new
//     links come later then, too, and R of Fig. 8 is 0.58 to 1.44 times the published
//     from 40 nodes on: at N = 120 and Vmax 19 1.17 times, not 0.13. That was found
//     after the figures had been compared, so it is no default. Nor is it all: UDP's F
//     is 0.06 to 0.34 times the published, TCP's falls beyond 80 nodes and the published
//     does not, and F of Fig. 8 is 3.5 to 8.7 times too high at Vmax 9 and 19. What AODV
//     adds, which may take seconds to find nobody there, is open.
//   - At N = 20 the paper has R = 0. Here it is 0.14 to 0.26, and 41 to 48 of 100 elections
//     are of nodes without a neighbour, who elect themselves; the others are not.
//     Where the paper's have gone is not known.
//   - T at N = 20 is at least CHILD-TIMEOUT. The paper's 2.49 s says that theirs was
//     no longer than that; ours, 3 s, was not fitted to it.
//
// # Deviations
//
//   - The medium is ideal unless [Options].Access says otherwise: frames do not collide
//     and do not wait for the channel. The contended one has 802.11's basic access,
//     without RTS and CTS, and ns-2's numbers; the paper's was GloMoSim's, of which it
//     gives none.
//   - There is no AODV. A neighbour that has gone is out of reach; in the paper it may
//     still be reached over other nodes, after a route discovery, or be given up only
//     when that has failed. Its time stands in the time-outs.
//   - Waypoint begins in its steady state, so the discarded beginning matters little.
//   - An exchange here dates its news (gap 6 of package election); the paper's names the
//     leader alone, and says nothing of what follows where both ends have the same.
package reproduce
