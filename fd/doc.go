// Package fd says who seems dead: failure detectors as plain data structures
// that a machine keeps and asks. It assumes that its owner calls it with the
// times of one clock that never goes back, about once an interval. It never
// sends, sets a timer or looks at a clock itself.
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
// Units: instants are protocol.Time, spans time.Duration. A round is one call
// of [Pull.Ask].
package fd
