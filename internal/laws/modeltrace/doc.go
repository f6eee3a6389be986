// Package modeltrace compares traces of VKT04 with the steps of its model in
// election/model/vkt04.pml: it replays each node by the model's rules, only from what the node
// received by the trace, and compares what the node did and showed.
//
// It assumes unicast signalling over datagrams (signalling "udp"), stable storage, and a trace
// with all records of the nodes it is about: an emulated run, or the file of one live agent.
// It knows nothing of the code in package election but the names of messages and of what a
// node shows. It refuses traces of other signallings and traces with lost storage, as the
// model has neither.
//
// What it checks of a node, by the names of the model's steps:
//
//	start, join  a computation entered is newer than any before; the node's own number is
//	             one more than the highest used or heard; another's was asked for just now
//	enter        each neighbour but the parent is asked once, and only in that computation
//	onElection   a newer Election is joined at once; one of the same is declined, to its
//	             sender alone
//	report       the pending Ack goes to the parent, once, when all of S have answered or
//	             are given up, and names the best of what was heard
//	conclude     an election ends by the best of the own subtree, if the node is the
//	             source or lost its parent, or by the Leader of the same computation
//	weigh        outside elections a leader gives way to a better one that was heard of
//	acyclic      parents within one computation never form a circle
//	state        after every step what the node shows (phase, parent, computation, Δ, S,
//	             leader, num) is what the model has
//
// Time-outs are taken as they come: a member of S or a parent may be given up once it was
// probed or the neighbour service lost it. Whether that was long enough is a matter of time,
// which the model does not have. It does not look at the ages of claims either.
package modeltrace
