// Package election elects a leader: a node that misses its leader's beacons claims to
// lead, and of two leaders the worse gives way.
//
// Fill in: what the algorithm is for and its source, what it assumes, what it never does,
// how many messages of how many bytes an election and a quiet minute take.
//
// It assumes that neighbours hear broadcasts, and that a node's clock does not go back
// when it restarts. It needs no roster and no routes. A leader whose beacons reach no node
// within the detection time-out has no followers.
//
// # The algorithm
//
//   - A leader floods a beacon each detection interval. A follower passes on the first
//     copy of each, after a random delay.
//   - A node that hears no beacon of its leader for the detection time-out claims to lead,
//     and floods the claim.
//   - A node that hears of a leader that it beats claims, too. Otherwise it follows the
//     better of that leader and its own.
//
// # Settle bound
//
// After the last change the absence of a leader is noticed within the time-out M·I. The
// best node hears a worse claim, or a worse leader's next beacon, within I and a flood,
// and its own claim takes another flood: M·I + I + 2·Diameter·(Hop + jitter). A neighbour
// service is not used.
package election
