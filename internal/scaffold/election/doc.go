// Package election elects a leader: whoever misses the leader's beacons claims to lead, and
// of two that lead the worse gives way.
//
// Fill in: what the algorithm is after and its source, what it assumes, what it never does,
// how many messages of how many bytes an election and a quiet minute take.
//
// It assumes that neighbours hear broadcasts, and that a node's clock does not go back when
// it restarts. It needs no roster and no routes. A leader that nobody hears within the
// detection time-out leads nobody.
//
// # The algorithm
//
//   - A leader floods a beacon each detection interval. Who follows it passes the first
//     copy of each on, after a random delay.
//   - Who hears no beacon of its leader for the detection time-out claims to lead, and
//     floods the claim.
//   - Who hears of a leader that it beats claims, too. Else it follows the better one of
//     that leader and its own.
//
// # Settle bound
//
// After the last change a leader that is gone is missed within the time-out M·I. The one
// that is wanted hears a worse claim, or a worse leader's next beacon, within I and a flood,
// and its own claim takes another flood: M·I + I + 2·Diameter·(Hop + jitter). A neighbour
// service is not used.
package election
