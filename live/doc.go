// Package live embeds an agent in a program: it elects a leader with the agents of other
// machines, and informs the program who leads. "bellwether live" is the same agent as a
// program of its own, with HTTP, hooks and files beside it; agents of both kinds make one
// cluster.
//
// It assumes what package memberlist assumes: that every member can reach every other by
// UDP and TCP at port 7946 or another. It never promises one leader at a time:
// two parts of a network that cannot hear each other have a leader each, and keep both
// for a while after they meet. [Leader.Epoch] orders what one agent sees; it is no
// fencing token. So two leaders may act at the same time for some seconds, and what a
// leader does must allow for that.
//
// # Callbacks
//
// One goroutine calls Options.OnLeader and OnEvent, one at a time, and never after Run has
// returned or the agent has ended. It is not the agent's goroutine: a slow callback delays
// later callbacks and nothing else. OnLeader gets the newest leader; it skips leaders that
// came and went while a callback ran. The last 1024 events are kept for OnEvent, and a gap in
// their numbers shows that events were missed. A panic in a callback ends the program.
//
// # Units and cost
//
// Times are durations; capabilities the fixed-point integers of package protocol. The
// measured cost of an agent is in docs/live.md.
package live
