// Package fd holds failure detectors, as parts of the machines that own them. Three have
// one interface, [Detector]: pull ([New]) suspects a member that does not answer in time;
// phi ([NewPhi]) one whose heartbeat is unusually late; swim ([NewSwim]) one that no member
// reaches. [Pull] is also a plain data structure for owners with their own messages. The
// package assumes that its owner calls it from its handlers, with the times of one clock
// that never goes back. It never reads a clock, and draws only from its owner's randomness.
// It sends messages and sets its one timer through its owner's Env; as a plain data
// structure it does neither.
//
// # Which one
//
// Measured in the scenario detectors (20 walkers, half of all frames lost, a crash
// of 30 s each minute, budget 2 s × 3; means of 12 runs of 10 min):
//
//	bellwether run detectors --columns detection_time_s,mistakes_per_node_h,mistake_duration_s,query_accuracy,detector_messages_per_node_s
//
//	detector                    T_D s   mistakes/node/h   T_M s    P_A %   messages/node/s
//	pull                         5.86              1.99    0.08   100.00             18.30
//	phi, Φ = 1, no pause         1.00            219.60    1.81    99.39              9.50
//	phi, Φ = 3, no pause         1.17            215.87    1.63    99.46              9.50
//	phi, Φ = 8, no pause         1.41            206.21    1.34    99.57              9.50
//	phi, Φ = 8, pause 2 s        3.49              3.16    0.83   100.00              9.50
//	swim                         7.91             54.93    2.48    99.79              1.21
//	swim, T' = 0.5 s, 12 of it   6.34              4.05    0.95    99.99              4.83
//
// (T_D from a crash to the suspicion, T_M the length of a mistake, P_A the query
// accuracy, of Chen, Toueg and Aguilera, "On the Quality of Service of Failure
// Detectors", IEEE Transactions on Computers 51(5), 2002. Mistakes per node and
// hour are λ_M summed over the peers that a node watches; T_MR is its inverse.)
// In this scenario whole heartbeats are lost, so one comes two seconds late where others
// deviate by milliseconds: no threshold covers that, but the pause does. SWIM's mistakes
// are shared: every member condemns what one member suspects, unless the suspected member
// learns of it in time. More and shorter periods within the same budget give it the time.
//
// # Pull
//
// [Pull] is the pull detector ◊P of Algorithm 5.1 in the course document on failure
// detectors (GST model, after Chandra and Toueg): each interval it asks every watched
// peer. A peer that has not answered within a time-out is suspected. If it answers later,
// it is trusted again and gets a longer time-out.
//
// Promise: a peer that stops answering for ever is suspected within Interval ×
// Misses + one Interval after its last sign of life, plus what its time-out has
// grown by (strong completeness). A peer whose answers come within its time-out
// is not suspected. Accuracy is eventual only under a condition: see the cap.
//
// Cost: per watched peer and interval one [Ping] and one [Pong], 17 bytes each.
// Everyone watching everyone is 2n(n−1) messages an interval: compare n
// broadcasts for one leader's flooded beacon.
//
// # What the source gets wrong, and what is done here
//
//   - It enlarges a variable Timeout but waits for IntervaloMonit, so the
//     time-out that should adapt never does. Here there is one variable.
//   - Its set Π of peers holds the process itself, which never asks itself and
//     so comes to suspect itself. Here the owner is excluded.
//   - An answer carries no number: an answer of the last round counts for this
//     one, which costs an interval of detection time. Here a round has a
//     number, and only answers to open questions count.
//   - One time-out serves all peers: one slow peer slows the detection of every
//     other. Here each peer has its own.
//   - The text says the time-out grows for ever. It grows once for each mistake: finitely
//     often after the system has stabilised; without bound if it never does (permanent
//     mobility, our case), and then no death is detected in time. Here growth has a cap,
//     and the time-out shrinks by a step after Calm answers in a row, so that a partition
//     healed long ago does not slow detection for ever. The price: eventual accuracy holds
//     only if round trips stay below the time-out without growth. If they lie between it
//     and the cap, there may be one mistake every Calm rounds for ever.
//   - A suspicion may mean that the peer is in another part of the network. Suspicions
//     are taken back on any answer; the measures tell the kinds apart.
//
// # Phi
//
// Phi is the φ-accrual detector (Hayashibara, Défago, Yared and Katayama, "The φ Accrual
// Failure Detector", SRDS 2004; options as in Akka's). Each member sends a heartbeat to
// every other each interval. φ(t) = −log₁₀(1 − F(t)), where t is the time since the newest
// heartbeat of a peer and F the normal distribution with mean and deviation of its last
// inter-arrival times. A peer whose φ reaches the threshold Φ is suspected: by the model,
// one heartbeat in 10^Φ comes later.
//
// Promise: a peer that sends no more heartbeats is suspected after Cap at most
// ([PhiOptions.Worst]). A peer whose inter-arrival times never exceed the least patience,
// mean + pause + z(Φ) × least deviation, is not suspected. Cost: one message of 1 byte per
// ordered pair and interval, and 8 bytes × Samples kept.
//
// Deviations:
//
//   - φ is never compared with Φ. Instead, each heartbeat computes the time at which φ
//     will reach Φ, mean + pause + z(Φ)·deviation, rounded to 1 µs, and sets a timer. The
//     suspicion comes at that time, not at the next poll, and does not depend on how a
//     processor rounds erfc and log.
//   - An interval longer than the patience is sampled as long as the patience. The paper
//     samples it whole: the gap of a partition would be an outlier for a window's length.
//     Akka leaves it out, and so would never learn that a peer has become slower.
//   - The patience has a cap, so that completeness has a bound.
//   - 100 samples, not 1000: see PhiOptions.
//
// # Swim
//
// Swim is the failure detector of SWIM (Das, Gupta and Motivala, "SWIM: Scalable
// Weakly-consistent Infection-style Process Group Membership Protocol", DSN 2002). Each
// protocol period a node pings one other member, in random order round by round. If that
// member does not answer, k others ping it on the node's behalf. If it answers none of
// them, it is suspected, and this is news. It is condemned unless it refutes the suspicion
// with a greater incarnation. Pings and acks carry the news.
//
// Promise: every member suspects a dead one within a round, 2(n−1) − 1 periods, the suspicion
// and two periods, once the news that it was alive is forgotten ([SwimOptions.Worst] is both).
// On average some member pings it after e/(e−1) = 1.58 periods. Cost: 2 messages per member
// and period of 15 to 91 bytes, whatever n; 4k more for a ping without answer.
//
// Deviations:
//
//   - News carry their age and are passed on for λ⌈log₂(n+1)⌉ periods after they were
//     made, λ = 3. In the paper each member passes them on that many times; then there is
//     no bound on when the last member forgets them, and old news could disturb a settled
//     world.
//   - There is no Confirm message: a Suspect of the suspicion's full age acts as one, so
//     all that heard of it condemn at the same time.
//   - Condemned members stay in the list and are pinged. Pings tell them of their
//     suspicion first, and they return by refuting it: the roster is fixed, and a
//     condemned member may only have been cut off. In the paper they must join again.
//   - The suspicion lasts Misses periods, to keep the budget that all detectors share; the
//     paper's lasts 3⌈log₂(n+1)⌉.
//   - A node that reboots begins at incarnation 0 and learns its last one when it hears
//     that it is suspected: nothing needs to be stored.
//   - Members of the roster are known from the start; nodes do not join.
//   - If not all news fit, the youngest are sent first, where the paper prefers those
//     passed on least.
//
// Units: instants are protocol.Time, spans time.Duration. A round of Pull is one
// call of [Pull.Ask].
package fd
