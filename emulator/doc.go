// Package emulator runs one election algorithm on many nodes in virtual time. It has
// a queue of events, the nodes' machines, the medium between them, their
// batteries, and the faults that strike them. It assumes that all values and models
// of its Config are pure functions of the seed. It never looks at a clock, starts a
// goroutine, or imports an algorithm.
//
// # Parts
//
// A world is a kernel and other parts. Each part is a package below internal, whose comment
// states what the part uses, what it is asked and what it reports. A part calls only parts
// that stand earlier in this list. For calls in the other direction the kernel calls the
// parts, in the order that lifecycle.go states.
//
//	draw       the randomness of a run
//	kernel     clock, queue, nodes with machines and timers, effects, records
//	battery    the charge of batteries; stops a node whose battery is empty
//	duty       which radios may not send, by duty cycle or a full queue
//	place      where nodes are: legs, a snapshot in an index, which nodes are near
//	reach      which nodes hear which: medium, losses, radios off, groups, jams
//	links      links and components, exactly; next hops
//	access     when frames go on the air: ideal, csma; queues, acknowledgements
//	offer      what nodes can offer as leaders
//	intervene  single changes of a run
//	faults     faults: what they change, where, and how they end
//
// parts.go builds them. One delivery, file by file: a machine broadcasts. The kernel
// carries the effect out (kernel/effects.go). The link layer queues the frame
// (access/layer.go, queue.go) and puts it on the air (access/ideal.go). When the frame ends,
// reach finds the nodes that hear it (reach/reach.go, by place/snapshot.go) and batteries
// are charged for it (battery/charge.go). Losses remove some of the receivers (reach). The
// kernel gives the message to the others (kernel/call.go).
//
// # The medium
//
// A node has one radio, which sends the node's frames in the order in which the machine
// sent them (VKT04 assumes FIFO links): a frame with jitter delays the frames behind
// it. A frame takes its airtime plus one constant propagation delay. The receivers are
// chosen at the instant when the frame ends, by the positions of that instant. They
// receive it in the order of their IDs. There is one event per transmission. The
// channel's loss is drawn for the instant when the frame began, a pure function of
// seed, directed link and time slot; of an acknowledgement, of seed, directed link and
// instant. Frames that overlap do not disturb each other.
//
// With Config.Access nodes contend for the medium, as in 802.11: carrier sense, back-off,
// collisions, capture, half duplex, and acknowledgements after SIFS that may collide too
// (access/csma.go and the files that it uses). The receivers are then the nodes within
// reach when the frame began. Each of them pays for every frame that it begins to receive,
// also for frames to other nodes. Collisions depend on all traffic. Like battery deaths
// they may therefore differ between algorithms.
//
// Config.Medium decides which nodes hear a frame. It is a radio.Medium of this module or of
// the program. With a radio.Disk every node within the range hears. With a channel,
// power, fade and walls decide for each node within reach, for acknowledgements too. A
// frame that fails on a link is lost by the channel and costs its receiver. A frame that
// fails where there is no link was out of range.
//
// A unicast frame is acknowledged by another frame, which may be lost and is charged. It is
// retried up to the link's limit; the next frame of the radio waits until then. A
// receiver that already has the frame acknowledges it and drops it. The links of a graph
// are wires: latency does not occupy the radio, so frames that left before the loss was
// noticed may overtake a retry.
//
// Contacts are radio links that come and go by a list (reach/meetings.go), without
// geometry. A frame takes its airtime and one latency that is the same for all. The nodes
// that have a contact with the sender when the frame ends hear it, whether or not they had
// one when the frame began. A contact begins and ends before all other events of the same
// instant.
//
// Routing by oracle goes hop by hop along a true shortest path of that instant; among
// equal paths it takes the smallest ID first. Every hop is a unicast frame. If there is no
// path, one transmission is charged, the frame is lost, and the sender does not learn of it.
//
// # Truth
//
// Movement is piecewise linear and has no time steps. The emulator follows links exactly,
// event by event, only if a machine observes neighbours by oracle, routing by oracle needs
// links, or a sink wants links or components. Over a channel there is no equation to solve for the instant
// of a change: all links are computed again whenever the fastest node may have moved a
// twenty-fifth of the reach, at least once a second and at most 20 times. A link over a channel is a mean
// path, without fades, that carries in both directions. If
// links are not followed, an index over a snapshot of positions finds candidates, which are
// then checked exactly. The snapshot is renewed when the fastest node may have moved a
// twenty-fifth of the range.
//
// Components are followed with the links: each node whose component changes has a Component
// record at that instant. A Truth record at time 0 says whether links are exact or examined.
// With Config.TruthEvery components are not followed but recorded at one instant in each
// such interval, drawn uniformly from a stream of its own.
//
// # Energy
//
// A running node pays idle power. The sender and the addressed receivers pay for airtime
// above it; broadcast receivers pay also for frames that the channel loses. Unicast
// frames that other nodes overhear are not charged, unless nodes contend for the medium.
// To sense the medium costs idle power. A frame is charged when it ends, an acknowledgement
// when it begins.
//
// A node whose battery reaches zero crashes. No battery gives more than it holds: for its
// last frame a node pays what is left, and if the node sent that frame, the frame is lost,
// because it was cut short. Deaths by idling are computed to the nanosecond. The charge
// of a diffusing battery is computed to the microjoule (package emulator/internal/battery).
//
// # Capability
//
// A node offers a fixed value, or a weighted sum of shares (package emulator/internal/offer),
// updated each second. What a node may know of each share, and how old that is:
//
//	battery       local: its own charge over the largest of the scenario, now
//	connectivity  its neighbour service: degree, smoothed over 10 s; by hellos, as
//	              old as their time-out; by oracle, now
//	link quality  hello neighbours: the received share of each one's last ten hellos:
//	              how well the node hears, not how well it is heard; as old as the last
//	              hello due
//	closeness     oracle: the true component, running nodes and links in both directions,
//	              at most 10 s ago (offer/closeness.go states why no node can know it)
//	uptime        local: time since its boot, now
//	mobility      local: its own speed, smoothed over 10 s
//	static        local: the share that its owner gave it
//
// Of other nodes a machine knows only the values in their messages, which are as old as
// these messages; the driver never provides more. VKT04's nodes compare the leader's value
// in its last beacon with a rival's value in its Ack. Roster algorithms compare the values
// in the members' last messages. The trace has both: Capability records are the truth, and
// a message's content is what its sender stated.
//
// # Faults
//
// The faults of a script strike at stated times or at random. Each kind of fault is one file
// of package emulator/internal/faults and one line in its list. Partitions and jammed
// regions prevent nodes from hearing; frame faults double or delay frames that were heard.
// All algorithms meet the same faults, except those with the target "leader". A program may
// define kinds of its own as [OwnFault]s, which change a run through a [Hand].
//
// # Same seed, same trace
//
// Events are ordered by (time, sequence). Placement, movement and faults are drawn from
// streams, one per (seed, purpose, node). Jitter, back-offs and the draws of algorithms are
// drawn by address: (seed, purpose, node, instant, number of the draw at that instant). So
// two runs that differ in one frame differ only in what that frame causes, and are the same
// again when its influence has ended. No loop goes over a map. Nothing depends on
// GOMAXPROCS.
//
// # Cost
//
// The time is linear in traffic. A node takes about 300 bytes besides its machine, path and
// timers, and 128 bytes more if nodes contend for the medium. Nodes that are near each other
// when the run begins are near each other in memory, whatever their IDs (place/hilbert.go).
// If nodes contend, a frame is two or three events. It changes the state of each node in its
// reach when it begins and when it ends: at the default carrier sense about five nodes for
// each node that receives it. See the benchmarks of internal/proof/bench. Closeness, if it has a
// weight, is quadratic in nodes: at most 10 ms for each 10 s of virtual time
// (BenchmarkCloseness).
package emulator
