// Package causes splits the time in which the nodes of a run are without the right leader into
// causes: why a metric such as instability_fraction has its value, part by part.
//
// A meter is a sink. In each state that lasts (at each sample, where components are drawn or sampled) it asks of each
// live node what package measure asks: does it follow the leader that its component should follow? If not, exactly one
// [Cause] gets the time, so the causes add up to instability_fraction (or to goal_instability_fraction, or to
// badly_led_fraction) exactly. The time in which a node follows nobody is split the same way to the nanosecond, and adds up
// to leaderless_fraction.
//
// # The causes
//
// Causes while a node follows nobody:
//
//   - boot: it has followed nobody since it booted.
//   - waitTime, onAir: it is in an election that will give it a leader. The critical path of this
//     election, back from the decision, is at this instant a wait for a time-out (or for something from
//     outside: a fault, an order), or a message between its sending and its arrival.
//   - unended: it is in an election that ends without a leader: the node stops, gives up, or the run ends.
//   - idle: it had a leader, follows nobody now, and is in no election.
//
// Causes while a node's leader is gone, that is, does not run or is in another component:
//
//   - detection: the leader was not gone when the node took it, or has come back since.
//   - stale: the leader was gone when the node took it, and has not come back.
//
// Causes while a node's leader is in its component, but another node should lead, the right
// leader. Such a stretch has one cause, the one with which it began:
//
//   - merge: components joined. In the state before, the right leader or the actual leader
//     was in another component.
//   - arrival: in the state before, the right leader or the node itself did not run.
//   - withinMargin: the right leader became the best by a change of offers, not by moving, and the
//     scenario's margin allows the old leader to stay.
//   - offers: the same beyond that margin.
//   - choice: the node took this leader since the state before, although the right leader
//     was already in its component in that state and should have led.
//
// If the goal accepts any single leader, the member with the smallest ID that follows another
// leader takes the place of the right leader. Offers decide nothing then, and a node that
// disagrees without a merge counts as choice.
//
// It assumes the records of an emulated run, in their order: with messages, time-outs and
// components. It never judges whether a cause could have been avoided, and runs no scenario.
//
// Units: nanoseconds of nodes; where components are drawn or sampled, pairs of a live node and a sample.
//
// Cost: a run of campus-walk takes twice the processor time. It keeps in memory what happened
// since the oldest election under way began: at most 50 MB for 3000 nodes with ten neighbours
// each. Node-time overflows beyond 292 years of one node.
//
// Deviation: where components are drawn or sampled, what changes twice between two samples is not seen.
package causes
