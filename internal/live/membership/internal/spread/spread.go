package spread

import "github.com/hashicorp/memberlist"

// newsQueue bounds the messages on their way to all, beside goodbyes; the oldest are dropped.
const newsQueue = 128

// Spreader holds what this agent gossips to all: goodbyes, and news.
type Spreader struct {
	farewells, news *memberlist.TransmitLimitedQueue
}

// Options are what a spreader is made of.
type Options struct {
	Members func() int // how many there are, this agent included
	Repeats int        // each member sends a message this × ⌈log₁₀(n+1)⌉ times
}

// New returns one that has nothing to do yet.
func New(o Options) *Spreader {
	queue := func() *memberlist.TransmitLimitedQueue {
		return &memberlist.TransmitLimitedQueue{NumNodes: o.Members, RetransmitMult: o.Repeats}
	}
	return &Spreader{farewells: queue(), news: queue()}
}

// Goodbye gossips the goodbye of a member.
func (s *Spreader) Goodbye(name string, b []byte) { s.farewells.QueueBroadcast(&named{name, b}) }

// Spread gossips a message, and a newer one of the same name instead.
func (s *Spreader) Spread(name string, b []byte) {
	s.news.QueueBroadcast(&named{name, b})
	s.news.Prune(newsQueue)
}

// Broadcasts are the messages to gossip in a packet with so much room: goodbyes go first.
func (s *Spreader) Broadcasts(overhead, limit int) [][]byte {
	all := s.farewells.GetBroadcasts(overhead, limit)
	for _, b := range all {
		limit -= overhead + len(b)
	}
	if limit <= overhead {
		return all
	}
	return append(all, s.news.GetBroadcasts(overhead, limit)...)
}

// Reset drops all messages.
func (s *Spreader) Reset() {
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
