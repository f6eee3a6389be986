// Package membership is an agent's membership in a cluster on a LAN: the members, their
// addresses, since when they are there, the metadata of each, and best-effort datagrams
// between any two. It is a layer over memberlist (SWIM: Das, Gupta, Motivala, DSN 2002;
// Lifeguard: Dadgar, Phillips, Currey, 2017) that adds what an election needs.
//
// It assumes what memberlist assumes: that every member can reach every other by
// UDP and TCP. If that does not hold for a while the cluster falls apart and heals; if it
// never holds, members come and go. It never elects, never decides who is a neighbour,
// and never returns a *memberlist.Node, because memberlist changes it while others read
// it.
//
// # Parts
//
// [Gossip] puts the parts together; each is a package below internal with its own state. What a
// part asks of another it gets when it is made, and it sends by the link of the instance that runs.
//
//	part       is given                               does
//	wire       -                                      the format of our messages and metadata
//	packet     -                                      the format of memberlist's packets
//	transport  -                                      sockets, a user's transport, emulated radios
//	address    -                                      where an agent listens and is reached
//	self       -                                      what this agent tells of itself
//	report     -                                      counters, alarms, log
//	view       -                                      what is known of the others
//	spread     how many members there are             what is gossiped to all
//	signing    self, view, report                     proofs of names
//	conflict   self, signing, report                  two agents of one name or id
//	rejoin     self, view, conflict, signing, report  whom to call again
//	rotate     key ring, self, view, report           the key changed by orders
//	survey     self, view, report                     who answers whom
//	events     self, signing, view, report, spread    user events
//	gate       conflict, signing, report              what memberlist gets, and what is refused
//
// # What it adds
//
//   - Partitions heal. memberlist forgets failed members after
//     Timing.GossipToTheDead, half a minute on a LAN. Here members that failed are tried
//     again for a day, and seeds until they have answered once, or while no member is
//     alive: three at a time, with a wait that doubles up to Timing.RejoinMax. After the
//     day members are forgotten; their addresses are called seldom, and all seeds again.
//   - Left differs from failed: a member that leaves says goodbye in a message of its
//     own, which is gossiped. A goodbye of a former incarnation does not count.
//   - Leave is not the end: Rejoin is a new instance and a new incarnation.
//   - An agent may come back under its name at another address: it is accepted as soon as
//     its former incarnation is found dead, and it repeats its announcement until then.
//   - Two living agents with one name or id: each is asked at its address. The one that the
//     others hold keeps it, and a newer one stops with a [*Conflict] that names both. Start
//     returns it if it is known by then, else [Gossip.Conflicts] delivers it. The one that
//     keeps it raises an [Alarm]. Package conflict has the rules.
//   - With keys all packets and streams go through package secure: without a key nobody can
//     read or send, and recorded packets have no effect.
//   - Bytes that no agent sends are refused before memberlist decodes them. They are counted,
//     and each kind is logged at most every ten seconds.
//   - Datagrams of a failed member do not count before it has rejoined. When one arrives, the
//     whole state is exchanged with that member at once.
//   - The key of a running cluster changes without a pause, in steps that each member
//     stores before it confirms them ([Gossip.Rotate], package keyring).
//   - With identities ([Options].Identity) a member cannot speak for another: see below.
//   - Tags, events of users, members that an operator gives up, and a survey of who answers
//     whom.
//   - Members agree on the version that all of them understand; those without one in common
//     refuse each other.
//   - A preset for Wi-Fi.
//
// # Units and cost
//
// Times are time.Duration, sizes bytes. About a dozen goroutines. A quiet member
// sends one probe per Timing.Probe and news as long as there are any; a datagram of
// Send costs 10 bytes beyond its data (30 more encrypted). Metadata has 46 bytes,
// and tags up to 202 more. Packets
// have at most 1400 bytes.
//
// # What it does not protect from
//
// A holder of a key can speak for any member: send its goodbye, claim its name, report it
// dead. Without keys everyone on the network can, and can make members send to any
// address; but no packet makes a member stop that has settled. The effect of a false goodbye ends when the member answers a probe, and that of
// a false death when the member hears of it.
//
// # Identities
//
// The attacker is a member: it holds the key of the group, and an identity of its own. It must
// not be able to send, leave, die or change metadata in the name of another member, nor take
// another's name or id, nor make another stop. It may lie about itself.
//
// What is bound to the conversation (package secure proves the key of the other end, at no
// cost for each packet) are the messages that are never relayed: datagrams, queries and
// answers, hints, orders and replies. What is relayed is signed by its origin: metadata with
// name, address, label and a revision, goodbyes and user events. memberlist's own messages about others
// cannot be signed; what they may do is reduced instead: a death that one member reports is a
// suspicion, leaving counts from the one that leaves alone, and incarnations rise slowly. See
// package signing. Not signed are frames of an election that travel over several
// hops: each hop is proven, the origin of a flooded message is not, because its bytes belong to
// the algorithms.
//
// # Deviations
//
//   - The goodbye is ours because memberlist's callback shows the same state for
//     members that left and that died.
//   - What memberlist refuses is counted before memberlist gets it, since memberlist reports it in
//     its log only: package gate says how, and which three things it cannot count.
//   - memberlist's keyring is not used: its encryption has no counters.
//   - Compression is off.
//   - A member whose name is an IP address is refused: memberlist would look up every
//     packet to that address by this name, without its lock.
package membership
