package membership

import "github.com/hashicorp/memberlist"

// newsQueue bounds the messages on their way to all, beside goodbyes; the oldest are dropped.
const newsQueue = 128

// spreader holds what this agent gossips to all: goodbyes, and news.
type spreader struct {
	farewells, news *memberlist.TransmitLimitedQueue
}

// spreadOptions are what a spreader is made of.
type spreadOptions struct {
	Members func() int // how many there are, this agent included
	Repeats int        // each member sends a message this × ⌈log₁₀(n+1)⌉ times
}

func newSpreader(o spreadOptions) *spreader {
	queue := func() *memberlist.TransmitLimitedQueue {
		return &memberlist.TransmitLimitedQueue{NumNodes: o.Members, RetransmitMult: o.Repeats}
	}
	return &spreader{farewells: queue(), news: queue()}
}

// goodbye gossips the goodbye of a member.
func (s *spreader) goodbye(name string, b []byte) { s.farewells.QueueBroadcast(&named{name, b}) }

// spread gossips a message, and a newer one of the same name instead.
func (s *spreader) spread(name string, b []byte) {
	s.news.QueueBroadcast(&named{name, b})
	s.news.Prune(newsQueue)
}

// broadcasts are the messages to gossip in a packet with so much room: goodbyes go first.
func (s *spreader) broadcasts(overhead, limit int) [][]byte {
	all := s.farewells.GetBroadcasts(overhead, limit)
	for _, b := range all {
		limit -= overhead + len(b)
	}
	if limit <= overhead {
		return all
	}
	return append(all, s.news.GetBroadcasts(overhead, limit)...)
}

// reset drops all messages.
func (s *spreader) reset() {
	s.farewells.Reset()
	s.news.Reset()
}

// A named is a message on its way to all; a newer one of its name replaces it.
type named struct {
	name string
	b    []byte
}

var _ memberlist.NamedBroadcast = (*named)(nil)

func (f *named) Invalidates(other memberlist.Broadcast) bool {
	o, ok := other.(*named)
	return ok && o.name == f.name
}
func (f *named) Name() string    { return f.name }
func (f *named) Message() []byte { return f.b }
func (f *named) Finished()       {}
