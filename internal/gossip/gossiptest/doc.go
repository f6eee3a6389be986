// Package gossiptest is a network in memory for tests of what runs over
// memberlist: datagrams that get lost and late, streams, and a function that says
// who may hear whom right now.
//
// It assumes that every transport has a name and an address of its own; the
// address alone decides where a frame goes, as on a real network, so a node that
// comes back elsewhere is not found where it was. Queues are buffered and a full
// one drops: the mock of memberlist itself blocks the sender until the receiver
// reads, and stands still with twenty members. It never touches a socket or a
// lock that is held while waiting, so it runs in a bubble of testing/synctest,
// where a minute takes milliseconds.
//
// Delays are times of the clock the test runs on; loss is a probability per
// datagram. Streams lose nothing, as TCP does not; they open and carry bytes only
// while both ends hear each other.
//
// It has too what such tests need on real sockets: [Main] waits for the goroutines
// that a memberlist leaves behind, and a [Journal] keeps its log.
package gossiptest
