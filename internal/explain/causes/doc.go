// Package causes splits the time in which the nodes of a run are without the right leader into
// causes: why a metric such as instability_fraction has its value, part by part.
//
// A [Meter] is a sink. In each state that lasts (at each sample, where components are drawn or sampled) it asks of each
// live node what package measure asks: does it follow the leader that its component should follow? If not, exactly one
// [Cause] gets the time, so the causes add up to instability_fraction (or to goal_instability_fraction, or to
// badly_led_fraction) exactly. The time in which a node follows nobody is split the same way to the nanosecond, and adds up
// to leaderless_fraction.
//
// # The causes
//
// Of a node that follows nobody:
//
//   - [Boot]: it has followed nobody since it booted.
//   - [Waiting], [Air]: it is in an election that will give it a leader. The critical path of this
//     election, back from the decision, is at this instant a wait for a time-out (or for something from
//     outside: a fault, an order), or a message between its sending and its arrival.
//   - [Unended]: it is in an election that ends without a leader: the node stops, gives up, or the run ends.
//   - [Idle]: it had a leader, follows nobody now, and is in no election.
//
// Of a node whose leader is gone: it does not run, or is in another component.
//
//   - [Detection]: the leader was not gone when the node took it, or has come back since.
//   - [Stale]: the leader was gone when the node took it, and has not come back.
//
// Of a node whose leader is in its component, and is not the one that should lead (the right one).
// Such a stretch has one cause, that with which it began:
//
//   - [Merge]: components joined. In the state before, the right one, or the leader itself, was in
//     another component.
//   - [Arrival]: in the state before, the right one, or the node itself, did not run.
//   - [Within]: the right one has become it without moving, as offers changed, and the scenario's margin
//     lets the leader keep its office.
//   - [Offers]: the same beyond that margin.
//   - [Choice]: the node took this leader since the state before, though in that state the
//     right one was already in its component, and should lead.
//
// Where any single leader will do, "the right one" is the member of the smallest ID that follows another
// one; offers decide nothing there, and a node that disagrees without a merge is a [Choice].
//
// It assumes the records of an emulated run, in their order: with messages, time-outs and components. It
// never judges whether a cause could have been avoided, and runs nothing.
//
// Units: nanoseconds of nodes; where components are drawn or sampled, pairs of a live node and a sample.
//
// Cost: a run of campus-walk takes twice the processor time. Memory is for what happened since the oldest
// election under way began: of 3000 nodes with ten neighbours each 50 MB at most. Node-time overflows beyond 292
// years of one node.
//
// Deviation: where components are drawn or sampled, what changes twice between two samples is not seen.
package causes
