// Package agent runs an election among real machines: an [Agent] on each drives the same
// machine that the emulator drives, over the datagrams and the membership of package
// membership.
//
// It assumes what memberlist assumes, that every member can reach every other by
// IP, and adds what an election among moving radios needs: neighbours found by
// the hello messages of package overlay, acknowledged sends, routing by flood
// where a [Mask] hides members from each other, storage that survives crashes,
// and a membership that heals. It never gives an algorithm of package protocol another
// member's metadata: an algorithm learns what others offer from its messages.
// Without a [Options.Lease] it does not promise one leader at a time: two parts of a network that cannot
// hear each other have a leader each, and they keep both for a while after they meet. An
// [Event]'s epoch orders the events of one agent; it is no fencing token. With a lease its Fence is one.
//
// # One goroutine
//
// A single goroutine owns the machine, its timers, the trace and all state of the
// agent. Packets come through a bounded queue; every other request comes as a function
// that is sent to the goroutine ([Agent.Status], [Agent.Elect], …). Nothing that it calls
// blocks: datagrams are best effort, and hooks and servers read events at their own pace
// from a log of bounded length ([Log]).
//
// # Parts
//
// The goroutine is type loop, and each part of its state is a type that it asks. No part knows the
// loop. What a part decides comes back as a value, and the loop does it.
//
//	part        file           asks                        does
//	clock       clock.go       the system                  machine time, time with sleep, wall time
//	timers      timers.go      nothing                     deadlines of the agent and the machine
//	outbox      outbox.go      clock, roster, mask         sends what the machine says, after the save
//	inbox       inbox.go       roster                      refuses datagrams that no member sent here
//	roster      roster.go      membership                  who is a member, who came, went, follows
//	links       links.go       recorder                    neighbours, and how well they are heard
//	offer       offer.go       nothing                     what this node offers
//	leadership  leadership.go  nothing                     whom the machine names, whom the agent reports
//	tenure      tenure.go      offer, roster               whether this leader is kept
//	unheard     yield.go       offer, roster               whether this leader yields: nobody follows it
//	majority    majority.go    clock, roster               claims and grants of a lease; its tokens and messages: fence.go
//	group       groups.go      roster                      which of two algorithms' leaders counts
//	eligible    eligible.go    nothing                     the time in which nobody may lead
//	watch       watch.go       roster, clock               what an operator should hear of
//	recorder    recorder.go    clock                       the trace
//	journal     journal.go     nothing                     events and their log
//
// Of the loop itself, machine.go starts and stops the machine, effects.go carries out what a handler
// asked for, announce.go reports the leader, members.go reads the membership, yield.go has
// how an agent gives up its part, and status.go shows the parts.
//
// # Who must not lead
//
// A node that must not lead ([Options].Bars) claims less than any node that may, so an algorithm that elects
// the best elects another; no other algorithm is accepted. Where all are like that one of them is elected
// and abstains: it is reported to nobody, asks for no lease, and says so in the gossip. Others then
// report no leader, as soon as they know. An agent of an older program reports it as the leader.
//
// # Time
//
// The agent's time is monotonic, since its start or since the epoch of its mask: a jump of the wall
// clock changes nothing but the dates in events. The machine's time is ahead of it by the date
// of its time 0, so that it grows from one life of a node to the next.
//
// # Storage
//
// What a machine saves is on the disk before anything that it sends later. If the disk
// refuses a write the node crashes: the remaining effects of the handler are dropped, the
// machine stops and is silent, and the others elect without it. As soon as the disk accepts
// writes the machine boots again, from what was saved last.
//
// # Start
//
// An agent that boots listens for the hello time-out first. It calls an election only if
// it still knows no leader then, so a node that joins a working system does not disturb
// it. (VKT04 §1.6 lets a recovered node elect at once; the emulator does.)
//
// # Units and cost
//
// Times are durations, capabilities the fixed-point integers of package
// protocol, sizes bytes. A broadcast costs a datagram to every other member in
// reach, so one round of the beacons or hellos of n members costs n² datagrams.
package agent
