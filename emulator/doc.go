// Package emulator runs one election algorithm on many nodes in virtual time:
// a queue of events, the nodes' machines, the medium between them, their
// batteries, and the faults that strike them. It assumes that everything it is
// given is a pure function of its seed; it never looks at a clock, starts a
// goroutine, or imports an algorithm.
//
// # Parts
//
// A world is a kernel and parts beside it, each a package below internal with its own
// comment: what it is given, what it is asked, what it tells. Parts stand on each other
// in this order, and calls go from the later to the earlier; what must come back comes
// through the kernel, which asks the parts in the order that life.go states.
//
//	draw       the randomness of a run
//	kernel     clock, queue, nodes with machines and timers, effects, records
//	battery    what is left of batteries; stops a node whose battery is empty
//	duty       which radios may not send, by duty cycle or a full queue
//	place      where nodes are: legs, a snapshot in an index, who is near
//	reach      which nodes hear which: medium, losses, radios off, groups, jams
//	links      links and components, exactly; next hops
//	access     when frames go on the air: ideal, csma; queues, acknowledgements
//	offer      what nodes can offer as leaders
//	intervene  single changes of a run
//	faults     faults: what they change, where, and how they end
//
// parts.go puts them together. One delivery, file by file: a machine broadcasts; its
// kernel carries the effect out (kernel/effects.go), the link layer queues the frame
// (access/layer.go, queue.go) and puts it on the air (access/ideal.go). As it ends,
// reach finds who hears it (reach/reach.go, by place/snapshot.go), batteries pay
// (battery/charge.go), the losses spare some (reach), and the kernel gives each of
// these the message (kernel/call.go).
//
// # The medium
//
// A node has one radio, which sends its frames in the order they were handed to
// it (VKT04 assumes FIFO links): a frame with jitter holds up the ones behind
// it. A frame takes its airtime plus one constant propagation delay. Its
// receivers are chosen at the instant it ends, by the positions of that instant;
// they hear it in the order of their IDs. One event per transmission. The
// channel's loss is drawn for the instant the frame began, a pure function of
// seed, directed link and time slot. Air is shared without interference.
//
// With Config.Access the medium is contended for instead, as 802.11 does it:
// carrier sense, back-off, collisions, capture, half duplex, acknowledgements after
// SIFS that may collide too (access/csma.go and what follows it). Receivers are
// then those within reach where a frame began, and each pays for every frame that it
// begins to receive, whoever it is for. What collides depends on all that is sent:
// like battery deaths, collisions are no part of what every algorithm meets alike.
//
// Who hears is Config.Medium's to say: a radio.Medium of this module or of anybody. With
// a radio.Disk everybody within the range hears. With a channel, by power, each
// node within its reach is asked by power, fade and walls, acknowledgements too;
// a frame that fails on a path which is a link is lost by the channel and costs
// its receiver, one that fails where no link is was out of range.
//
// Unicast is acknowledged by a frame of its own, lossy and charged, and retried
// up to the link's limit; the next frame of the radio waits until then. A
// receiver that has the frame already acknowledges and drops it. In a graph links
// are wires: latency occupies no radio, so retries may be overtaken by frames that
// left before the loss was noticed.
//
// Contacts are radio links that come and go by a list (reach/meetings.go), without
// geometry: a frame takes its airtime and one latency for all, and is heard by those
// whose contact with the sender is there at the instant it ends, whether or not it
// was there when the frame began. A contact begins and ends before anything else that
// happens at that instant.
//
// Routing by oracle goes hop by hop along a true shortest path of that instant,
// smallest ID first among equals; every hop is a unicast frame. No path: one
// transmission is charged and the frame is lost; the sender is not told.
//
// # Truth
//
// Movement is piecewise linear and never stepped. Links between nodes are
// followed exactly, event by event, only where a machine observes neighbours by
// oracle, routing by oracle needs them, or a sink asks (over a channel, where
// nothing can be solved for, all links are looked at anew whenever the fastest node
// may have moved a twenty-fifth of the reach, once a second at the least); a link
// over a channel is a mean path, fades left out, that carries both ways. Samples of
// components are exact. Where links are not followed an index over a
// snapshot of positions, refreshed when the fastest node may have moved a
// twenty-fifth of the range, finds candidates that are then checked exactly.
//
// # Energy
//
// A running node pays idle power; sender and addressed receivers pay above it
// for airtime, broadcast receivers also for frames the channel spoils. Unicast
// frames overheard by others are not charged, unless nodes contend for the medium;
// sensing it costs idle power. A frame is charged as it ends, an acknowledgement as
// it begins.
//
// A battery at zero is a crash, and no battery gives more than it holds: of the last
// frame a node pays what is left, and if it was its own the frame is lost, as one that
// was cut short. Deaths by idling are foreseen to the nanosecond, of a diffusing battery
// to the microjoule (package emulator/internal/battery).
//
// # Capability
//
// A node offers a fixed value, or a weighted sum of shares (package internal/offer),
// updated each second. What a node may know of each share, and how old it is:
//
//	battery         local: its own charge over the largest of the scenario, now
//	connectivity  its neighbour service: degree, smoothed over 10 s; of hellos, as
//	              old as their time-out; of the oracle, now
//	link quality  hello neighbours: the share heard of each one's last ten hellos,
//	              how well it hears, not is heard; as old as the last one due
//	closeness     oracle: the true component, running nodes and links both ways, as
//	              it was at most 10 s ago (offer/closeness.go says why no node can know it)
//	uptime        local: time since its boot, now
//	mobility      local: its own speed, smoothed over 10 s
//	static        local: what its owner gave it
//
// Of other nodes a machine knows only what they said of themselves in messages, with the
// age of these; the driver never provides it. VKT04's nodes compare a leader's value as
// of its last beacon, a rival's as of the Ack that carried it; roster algorithms that of
// a member's last message. The trace has both sides: Capability records are the truth, a
// message's content is what was told.
//
// # Faults
//
// A script strikes at stated times or at random, and each kind of fault is one file of
// package emulator/internal/faults and one line in its list. Partitions and jammed
// regions prevent nodes from hearing; duplicates and delays change what was heard. Of a
// script, all but the target "leader" is common to all algorithms. A program brings kinds
// of its own along as [OwnFault]s, which strike through a [Hand].
//
// # Same seed, same trace
//
// Events are ordered by (time, sequence). Placement, movement and faults are drawn from
// streams, one per (seed, purpose, node); jitter, back-offs and what algorithms draw, by
// address: (seed, purpose, node, instant, and which draw of that instant it is). So
// runs that differ in one frame differ in its causal future alone, and are the same again
// when its influence has died out. No map is ranged over. Nothing depends on GOMAXPROCS.
//
// # Cost
//
// Linear in traffic; per node about 300 bytes besides its machine, path and
// timers, 128 more where nodes contend for the medium. What is kept of a node lies in
// memory near what is kept of those near it as the run begins, whatever their IDs
// (place/hilbert.go). Where nodes contend a frame is two or three
// events, and touches each node that it reaches as it begins and as it ends: at the
// default carrier sense some five for each one that receives it. See the benchmarks of
// internal/bench. Closeness, where it has a weight, is quadratic in nodes: 10 ms each
// 10 s of virtual time at most (BenchmarkCloseness).
package emulator
