// Package gossip is an agent's membership in a cluster on a LAN: who is there, at
// which address, since when, what each tells of itself, and best-effort datagrams
// between any two. It is a skin over memberlist (SWIM: Das, Gupta, Motivala, DSN
// 2002; Lifeguard: Dadgar, Phillips, Currey, 2017) that adds what an elector misses
// in it.
//
// It assumes what memberlist assumes: that every member can reach every other by
// UDP and TCP. Where that is false for a while the cluster falls apart and heals;
// where it is false for ever, members come and go. It never elects, never decides
// who is a neighbour, and never shows a *memberlist.Node, which memberlist rewrites
// under its readers.
//
// # What it adds
//
//   - Partitions of any length heal. memberlist forgets the dead after half a
//     minute; here seeds that never answered and members that failed are tried
//     again for a day, three at a time, with a wait that doubles up to
//     Timing.RejoinMax.
//   - Left differs from failed: who leaves says goodbye in a message of its own,
//     which is gossiped. A goodbye of a former incarnation is void.
//   - Leave is not the end: Rejoin is a new instance and a new incarnation.
//   - An agent may come back under its name at another address: it is accepted as
//     soon as its former self is found dead, and nags until then.
//   - Two living agents with one name or id: both are asked, and who started later
//     stops with a [*Conflict] that names both; from Start if it shows there,
//     else from [Gossip.Conflicts].
//   - Packets that cannot be decrypted, decoded, or belong to another cluster are
//     counted, logged at most every ten seconds each kind, and change nothing.
//   - The key of a running cluster changes without a pause, on one agent at a time
//     or everywhere at once ([Gossip.Rotate]).
//   - A preset for Wi-Fi.
//
// # Units and cost
//
// Times are time.Duration, sizes bytes. About a dozen goroutines. A quiet member
// sends one probe per Timing.Probe and news as long as there are any; a datagram of
// Send costs 10 bytes beyond its data (30 more encrypted). Metadata has 21 bytes.
//
// # What it does not protect from
//
// With keys, outsiders can neither read nor speak. A holder of a key can speak for
// anybody: say others' goodbyes, claim their names, call them dead. Without keys so
// can everyone on the network. What follows from an untrue goodbye is undone when
// the member answers a probe; from an untrue death, when it hears of it.
//
// # Deviations
//
//   - The goodbye is ours because memberlist's callback shows the same state for
//     members that left and that died.
//   - Counters of refused packets are read off memberlist's log lines: it tells of
//     them nowhere else. Tests with wrong keys, labels and random bytes hold that.
//   - Who started later is decided by the wall clocks of the two starts, once:
//     with a clock that is wrong the wrong agent stops, but exactly one does.
//   - Keys leave the ring oldest first ([Gossip.RemoveKey]): memberlist's own
//     removal moves keys while packets are decrypted with them.
//   - Compression is off.
//   - A member named like an IP address is refused: memberlist would look every
//     packet to that address up by it, without its lock.
package gossip
