package hunt

import (
	"fmt"
	"time"

	"bellwether/internal/rest"
	"bellwether/protocol"
	"bellwether/trace"
)

// Storms. In 1 020 drawn worlds of all algorithms a node said 145 messages in a second at most,
// and 2 900 bytes, in the mean of a run (Ω among 18 nodes with half the default interval).
// Where a quorum is missing nodes ask for one for ever, now more often, now less: it is growth
// only if it is twice as much and more.
const (
	stormRate  = 2000    // messages that a node says in a second, in the mean of a run
	stormSlack = 20_000  // that any run may have, and
	stormPairs = 1000    // … for each pair of nodes: if all 49 of a graph start, VKT04 says 50 000 at once
	bytesRate  = 500_000 // bytes that a node says in a second
	bytesPairs = 50_000
	bytesSlack = 2_000_000
	mostTimers = 1000 // that a node has at one instant; sound ones have a few
	growth     = 2    // of messages in the second half of the watch over those in the first
	growthMore = 100  // that may come in the second half on top
)

// stormed is the panic that ends a run with a storm.
type stormed struct{}

// speech counts the messages that nodes send. It panics with stormed when they are too many.
type speech struct {
	*rest.Talk
	nodes int

	said  int
	bytes int64

	instant protocol.Time
	timers  int // that fired at it
	still   bool
	storm   protocol.Time // when it was one; 0: never

	begins time.Duration // of the run: what is said until then is counted, too
	early  map[protocol.Kind]int

	// The watch, once it is known when everything must be settled.
	from   protocol.Time // 0: not yet
	half   time.Duration
	halves [2]int
	kinds  map[protocol.Kind]int
}

func newSpeech(nodes int) *speech {
	return &speech{Talk: rest.NewTalk(nodes), nodes: nodes, early: map[protocol.Kind]int{}, kinds: map[protocol.Kind]int{}}
}

// Wants is what is said.
func (*speech) Wants() trace.Set { return trace.Of(trace.Send, trace.Timer) }

// Record takes a message, or a timer.
func (s *speech) Record(r *trace.Record) {
	if r.Kind == trace.Timer {
		s.timer(r.At)
		return
	}
	s.said++
	s.bytes += int64(r.Bytes)
	pairs, span := float64(s.nodes*s.nodes), float64(s.nodes)*r.At.Seconds()
	if s.storm == 0 && (float64(s.said) > stormSlack+stormPairs*pairs+stormRate*span || float64(s.bytes) > bytesSlack+bytesPairs*pairs+bytesRate*span) {
		s.storm = max(r.At, 1)
		panic(stormed{}) // the run looks at its context too seldom: messages may grow with each
	}
	if r.At < protocol.Time(s.begins) {
		s.early[r.Message]++
	}
	s.Talk.Record(r)
	if s.from > 0 && r.At >= s.from {
		if k := int(r.At.Sub(s.from) / s.half); k < 2 {
			s.halves[k]++
			s.kinds[r.Message]++
		}
	}
}

// timer counts the timers of an instant: time may stand still without a message.
func (s *speech) timer(at protocol.Time) {
	if at != s.instant {
		s.instant, s.timers = at, 0
	}
	if s.timers++; s.storm == 0 && s.timers > mostTimers*s.nodes {
		s.storm, s.still = max(at, 1), true
		panic(stormed{})
	}
}

// why says what the storm is.
func (s *speech) why() string {
	if s.still {
		return fmt.Sprintf("%d timers fire at %v, and time stands still", s.timers, s.storm)
	}
	return fmt.Sprintf("%d messages, %d bytes, among %d nodes by %v", s.said, s.bytes, s.nodes, s.storm)
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
