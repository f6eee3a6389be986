// Package simplesync elects the best member in two pulses: the simple synchronous
// election on a complete graph of the course document by L. Drummond. It assumes
// a roster, a route to every member, a common time, and that the messages of one pulse have
// arrived and are handled before the next. It never answers, and never announces: every
// node decides for itself.
//
// # The algorithm
//
//   - Pulse 0: every candidate sends CANDIDATE(capability) to all others.
//   - Pulse 1: every node has heard all candidates. The best leads.
//
// A member that did not stand but exceeds the best stands at pulse 1, which is
// pulse 0 of the election after it; so do all that exceed it. The best of all
// leads after two elections at most.
//
// # Cost
//
// k candidates among n members: k(n−1) messages of 17 bytes, n(n−1) if all stand.
// Time: O(1), one pulse after the first.
//
// # What loss does to lock-step
//
// A node that misses the best candidate, or hears it after the pulse, decides for another,
// or for itself: "needs lock-step". No node notices, because no node answers.
// overlay.Monitor corrects such a leader: the node that was chosen does not lead and does
// not answer pulls, or hears the better leader's announcement.
//
// # Settle bound
//
// After the last fault, with W = fd.Worst, I the detection interval and P the pulse: a node
// that follows a node that is gone, or that does not lead, notices within W + I. It stands
// within a pulse, and all decide at the next; members that exceed the best decide a pulse
// later. An election begun by another node that noticed later, within I, may come between
// and costs as much: 6P. Two leaders hear each other's announcement within 3I; a node that
// offers more than a leader that announced itself challenges it a tick later, I. Sum: W +
// 6I + 6P + 4·Diameter·Hop + Neighbour.
package simplesync
