// Package conflict finds out whether another living agent has this agent's name or id, and which
// of the two stops.
//
// It asks each address at which the name or id is reported, and judges the answers: the comment of
// type entry has the rules. Its state is those addresses, and how far this agent has come on its way
// into the cluster. It assumes that clocks may be wrong and that anybody may claim a name; without
// keys no packet makes an agent stop that has settled. It never stops the agent itself: it gives a
// [*Conflict].
//
// It costs one query a probe time-out to each claimant, eight at most.
package conflict
