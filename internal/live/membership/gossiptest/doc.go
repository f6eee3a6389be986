// Package gossiptest is a network in memory for tests of code over memberlist: datagrams
// that get lost or arrive late, streams, and a function that decides which node hears
// which.
//
// It assumes that every transport has a name and an address of its own; the
// address alone decides where a frame goes, as on a real network, so a node that
// comes back elsewhere is not found where it was. Queues are buffered and a full
// one drops: memberlist's own mock blocks the sender until the receiver reads, and
// deadlocks with twenty members. It uses no socket, and holds no lock while it waits, so
// it runs in virtual time (testing/synctest), where a minute takes milliseconds.
//
// Delays are times of the clock the test runs on; loss is a probability per
// datagram. Streams lose nothing, as TCP does not; they open and carry bytes only
// while both ends hear each other.
//
// It also has what such tests need on real sockets: [Main] waits for the goroutines that
// a memberlist leaves behind, and a [Journal] keeps its log.
package gossiptest
