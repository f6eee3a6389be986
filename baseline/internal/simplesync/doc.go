// Package simplesync elects the best member in two pulses: the simple synchronous
// election on a complete graph of the course document by L. Drummond. It assumes
// a roster, a route to every member, a common time, and that what is said at one
// pulse has arrived and is handled before the next. It never answers, and never
// announces: everyone decides for itself.
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
// Who misses the best candidate, or hears it after the pulse, decides on another,
// or on itself: "needs lock-step". Nobody notices, for nobody answers. Such a
// leader's office is overlay.Monitor's matter: it is not leading and does not
// answer pulls, or hears the better one's announcement.
//
// # Settle bound
//
// After the last fault, with W = fd.Worst, I the detection interval and P the
// pulse: a node that follows somebody gone, or somebody not leading, notices
// within W + I. It stands within a pulse, and all decide at the next; those that
// exceed the best decide a pulse later. An election begun by another that noticed
// later, within I, may come between and costs as much: 6P. Two leaders hear each
// other's announcement within 3I; who offers more than a leader that spoke so challenges
// it a tick later, I. Sum: W + 6I + 6P + 4·Diameter·Hop + Neighbour.
package simplesync
