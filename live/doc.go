// Package live embeds an agent in a program: it elects a leader with the agents of other
// machines, live, and tells the program who leads. "bellwether live" is the same agent as
// a program of its own, with HTTP, hooks and files beside it; agents of both kinds make
// one cluster.
//
// It assumes what package memberlist assumes: that every member can reach every other by
// UDP and TCP at [DefaultBind]'s port or another. It never promises one leader at a time:
// two parts of a network that cannot hear each other have a leader each, and for a while
// after they meet. [Leader.Epoch] orders what one agent sees; it is no fencing token. So
// what a leader does must bear that another does it, too, for some seconds.
//
// # Callbacks
//
// Options.OnLeader and OnEvent are called from one goroutine, one at a time, never
// after Run has returned or the agent has ended. It is not the agent's own: a slow callback
// delays later callbacks and nothing else. OnLeader is given the newest state, and what
// came and went meanwhile is left out; events are kept up to 1024, and a gap in their
// numbers tells that more were missed. A panic in a callback is the program's.
//
// # Units and cost
//
// Times are durations; capabilities the fixed-point integers of package protocol. What an
// agent costs stands in docs/live.md, measured.
package live
