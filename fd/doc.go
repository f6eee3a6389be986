// Package fd says who seems dead: failure detectors as parts of the machines that
// own them. There are three behind one interface, [Detector]: [Pull], who does not
// answer in time; [Phi], whose heartbeat is later than it ever is; [Swim], whom
// nobody reaches. Pull is also a plain data structure for owners with messages of
// their own. The package assumes that its owner calls it from its handlers, with
// the times of one clock that never goes back. It never looks at a clock and draws
// no randomness but its owner's; it sends and sets its one timer through its
// owner's Env only, as a plain data structure not at all.
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
// What is lost here is whole heartbeats, which come two seconds later where they
// else deviate by milliseconds: no threshold covers that, the pause does. SWIM's
// mistakes are those of all: what one node suspects, everybody condemns, unless
// the subject hears of it in time; more and shorter periods within the same budget
// give it the time.
//
// # Pull
//
// [Pull] is the pull detector ◊P of Algorithm 5.1 in the course document on
// failure detectors (GST model, after Chandra and Toueg): each interval every
// watched peer is asked, who has not answered for a time-out is suspected, who
// answers after all is trusted again and gets a longer time-out.
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
//   - It enlarges a variable Timeout but waits on IntervaloMonit, so the
//     time-out that should adapt never does. Here there is one of them.
//   - Its set Π of peers holds the process itself, which never asks itself and
//     so comes to suspect itself. Here the owner is excluded.
//   - An answer carries no number: one that belongs to the last round counts for
//     this one, which costs an interval of detection time. Here a round has a
//     number, and only answers to open questions count.
//   - One time-out serves all peers: one slow peer slows the detection of every
//     other. Here each peer has its own.
//   - The text says the time-out grows for ever. It grows once a mistake: after
//     the system has stabilised finitely often; without stabilisation (permanent
//     mobility, our case) without bound, and then nobody dead is found in time.
//     Here growth has a cap, and the time-out shrinks by a step after Calm
//     answers in a row, so that a partition long healed does not slow detection
//     for ever. The price: eventual accuracy holds only where round trips stay
//     below the time-out without growth; where they lie between it and the cap,
//     there may be one mistake every Calm rounds for ever.
//   - A suspicion may mean that the peer is in another part of the network.
//     Suspicions are taken back on any answer; the trace tells the kinds apart.
//
// # Phi
//
// [Phi] is the φ-accrual detector (Hayashibara, Défago, Yared and Katayama, "The φ
// Accrual Failure Detector", SRDS 2004; knobs as in Akka's). Each member sends a
// [Heartbeat] to every other each interval. φ(t) = −log₁₀(1 − F(t)), where t is the
// time since the newest heartbeat of a peer and F the normal distribution with
// mean and deviation of its last inter-arrival times; who reaches the threshold is
// suspected: at Φ, by the model, one heartbeat in 10^Φ comes later.
//
// Promise: who sends no more heartbeats is suspected after Cap at most
// ([PhiOptions.Worst]). A peer whose inter-arrival times never exceed the least
// patience, mean + pause + z(Φ) × least deviation, is not suspected. Cost: one
// message of 1 byte per ordered pair and interval, and 8 bytes × Samples kept.
//
// Deviations:
//
//   - φ is never compared with Φ: the time at which it will reach it is computed
//     at each heartbeat, mean + pause + z(Φ)·deviation, rounded to 1 µs, and set as
//     a timer. The suspicion comes at that time, not at the next poll, and does not
//     depend on how a processor rounds erfc and log.
//   - An interval that outlasts the patience is sampled as long as the patience.
//     The paper samples it whole: the gap of a partition would be an outlier for a
//     window's length. Akka leaves it out: a peer that has become slower would never
//     be learned.
//   - The patience has a cap, so that completeness has a bound.
//   - 100 samples, not 1000: see PhiOptions.
//
// # Swim
//
// [Swim] is the failure detector of SWIM (Das, Gupta and Motivala, "SWIM: Scalable
// Weakly-consistent Infection-style Process Group Membership Protocol", DSN 2002):
// each protocol period a node pings one other member, in random order round by
// round; who does not answer is pinged by k others on its behalf; who answers none
// of them is suspected, which is news, and is condemned if it does not refute it in
// a greater incarnation. News ride on pings and acks.
//
// Promise: who is dead is suspected by every member within a round, 2(n−1) − 1
// periods, the suspicion and two periods, once news of its life are forgotten
// ([SwimOptions.Worst] is both); it is pinged by somebody after e/(e−1)
// = 1.58 periods in the mean. Cost: 2 messages per member and period of 15 to 91
// bytes, whatever n; 4k more for a ping that is not answered.
//
// Deviations:
//
//   - News carry their age and are passed on for λ⌈log₂(n+1)⌉ periods after they
//     were made, λ = 3. In the paper each member passes them on that many times;
//     then no bound is known to when the last has forgotten, and a settled world
//     could be upset by old news.
//   - Confirm is no message: a Suspect as old as the suspicion lasts is one, so all
//     who have heard of it condemn at the same time.
//   - The condemned stay in the list, are pinged, are told of their suspicion first
//     of all, and return by refuting it: the roster is fixed, and a member condemned
//     may have been cut off. In the paper they have to join anew.
//   - The suspicion is Misses periods, to keep to the budget that all detectors
//     have; the paper's lasts 3⌈log₂(n+1)⌉.
//   - What reboots begins at incarnation 0 and learns of its last when it is told
//     that it is suspected: nothing needs to be stored.
//   - Members of the roster are known from the start; there is no join.
//   - Of news that do not fit, the youngest ride first, in place of those passed on
//     least.
//
// Units: instants are protocol.Time, spans time.Duration. A round of Pull is one
// call of [Pull.Ask].
package fd
