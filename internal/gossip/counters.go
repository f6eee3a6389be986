package gossip

import "sync"

// Counters count since Start; none is ever set back.
type Counters struct {
	Sent       int64 // datagrams handed to the network by Send
	SendErrors int64 // datagrams that the network refused
	Received   int64 // datagrams delivered to Packets
	Dropped    int64 // datagrams lost because Packets, or memberlist's queue before it, was full
	Stale      int64 // from a former life of a member: datagrams and goodbyes
	Strangers  int64 // datagrams with an id that no member has

	Malformed     int64 // packets, messages or metadata of a wrong form
	Undecryptable int64 // packets and streams of another key, or with a key where we have none, or the reverse
	OtherLabel    int64 // packets and streams of another cluster

	Goodbyes       int64 // members that left on purpose
	Conflicts      int64 // times that this agent saw two members claim one name or id
	Rejoins        int64 // exchanges with a seed or a failed member that worked, the first ones included
	RejoinFailures int64
	Announcements  int64 // of our own Meta
}

// tally guards the counters.
type tally struct {
	mu sync.Mutex
	c  Counters
}

func (t *tally) count(f func(*Counters)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	f(&t.c)
}

func (t *tally) read() Counters {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.c
}
