package hunt

import (
	"fmt"
	"time"

	"bellwether/protocol"
	"bellwether/trace"
)

// Storms. A node of a drawn world says some tens of messages in a second at most, in the mean
// of a run. Where a quorum is missing nodes ask for one for ever, now more often, now less: it
// is growth only if it is twice as much and more.
const (
	stormRate  = 2000   // messages that a node says in a second, in the mean of a run
	stormSlack = 50_000 // that any run may have
	growth     = 2      // of messages in the second half of the watch over those in the first
	growthMore = 100    // that may come in the second half on top
)

// speech is a sink for what nodes say.
type speech struct {
	nodes int
	stop  func() // the run, once it is a storm

	said  int
	storm protocol.Time // when it was one; 0: never
	last  []trace.Record
	ever  *trace.Record // the first that an election takes

	// The watch, once it is known when everything must be settled.
	from   protocol.Time // 0: not yet
	half   time.Duration
	halves [2]int
	kinds  map[protocol.Kind]int
}

func newSpeech(nodes int, stop func()) *speech {
	return &speech{nodes: nodes, stop: stop, last: make([]trace.Record, nodes+1), kinds: map[protocol.Kind]int{}}
}

// Wants is what is said.
func (*speech) Wants() trace.Set { return trace.Of(trace.Send) }

// Record takes a message.
func (s *speech) Record(r *trace.Record) {
	s.said++
	if s.storm == 0 && float64(s.said) > stormSlack+stormRate*float64(s.nodes)*r.At.Seconds() {
		s.storm = max(r.At, 1)
		s.stop()
	}
	switch r.Class {
	case protocol.ClassElection, protocol.ClassAnnouncement, protocol.ClassProbe:
		s.last[r.Node] = *r
		s.last[r.Node].Content = nil
		if s.ever == nil {
			s.ever = &s.last[r.Node]
			copied := s.last[r.Node]
			s.ever = &copied
		}
	}
	if s.from > 0 && r.At >= s.from {
		if k := int(r.At.Sub(s.from) / s.half); k < 2 {
			s.halves[k]++
			s.kinds[r.Message]++
		}
	}
}

// watch begins to count at an instant, for twice a time.
func (s *speech) watch(from protocol.Time, half time.Duration) { s.from, s.half = max(from, 1), half }

// grows says that more and more is said in the calm, "" if not.
func (s *speech) grows() string {
	if s.from > 0 && float64(s.halves[1]) > growth*float64(s.halves[0])+growthMore {
		return fmt.Sprintf("of the calm after %v the first %v have %d messages, the next %v have %d", s.from, s.half, s.halves[0], s.half, s.halves[1])
	}
	return ""
}

// talks says who spoke of elections after an instant, "" if nobody did. A component without
// a quorum may: it has no leader, and asks for one for ever.
func (s *speech) talks(end protocol.Time, places *topology, quorum int) string {
	for id := 1; id <= s.nodes; id++ {
		r := &s.last[id]
		if r.At <= end || !places.live[id] {
			continue
		}
		if size, _ := places.reach(id); size >= quorum {
			return fmt.Sprintf("%v says a message of class %v (kind %d) at %v, when all had to be settled by %v",
				protocol.ID(id), r.Class, r.Message, r.At, end)
		}
	}
	return ""
}
