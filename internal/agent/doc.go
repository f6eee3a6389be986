// Package agent runs an election among real machines: an [Agent] on each drives
// the very machine that the emulator drives, over the datagrams and the
// membership of package gossip.
//
// It assumes what memberlist assumes, that every member can reach every other by
// IP, and adds what an election among moving radios needs: neighbours found by
// the hello messages of package overlay, acknowledged sends, routing by flood
// where a [Mask] hides members from each other, a memory that survives crashes,
// and a membership that heals. It never reads another member's metadata on an
// algorithm's behalf: an algorithm learns what others offer from its messages.
// It never promises one leader at a time: two parts of a network that cannot
// hear each other have a leader each, and for a while after they meet. An
// [Event]'s epoch orders the events of one agent; it is no fencing token.
//
// # One goroutine
//
// A single goroutine owns the machine, its timers, the trace and all state of the
// agent. Packets come by a bounded queue, everything else as a function sent to
// it ([Agent.Status], [Agent.Elect], …). Nothing it calls blocks: datagrams are
// best effort, hooks and servers read events at their own pace from a log of
// bounded length ([Log]).
//
// # Time
//
// The machine's time is monotonic, since the agent's start or since the epoch of
// its mask: a jump of the wall clock changes nothing but the dates in events.
//
// # Storage
//
// What a machine saves is on the disk before anything it sends later. Where the
// disk refuses, the node has crashed: the rest of the handler does not happen,
// the machine stops and is silent, others elect without it, and it boots again
// from what was saved last as soon as the disk takes writes.
//
// # Start
//
// An agent that boots calls an election only after it has listened for the
// hello time-out and still knows no leader: who joins a system that works does
// not disturb it. (VKT04 §1.6 lets a recovered node elect at once; the emulator
// does.)
//
// # Units and cost
//
// Times are durations, capabilities the fixed-point integers of package
// protocol, sizes bytes. A broadcast costs a datagram to every other member in
// reach, so one round of n leaders' or neighbours' beacons costs n² datagrams.
package agent
