package hunt

import (
	"fmt"
	"time"

	"bellwether/internal/laws/quiescence"
	"bellwether/protocol"
	"bellwether/trace"
)

// Limits of messages. In 1 020 drawn worlds of all algorithms a node sent at most 145 messages
// and 2 900 bytes in a second, in the mean of a run (Ω among 18 nodes with half the default
// interval). Without a quorum nodes call elections for ever at a changing rate, so only more
// than twice as many messages plus growthMore count as growth.
const (
	stormRate  = 2000    // messages that a node sends in a second, in the mean of a run
	stormSlack = 20_000  // messages that any run may have besides, and
	stormPairs = 1000    // … messages for each pair of nodes: if all 49 nodes of a graph start, VKT04 sends 50 000 at once
	bytesRate  = 500_000 // bytes that a node sends in a second
	bytesPairs = 50_000
	bytesSlack = 2_000_000
	mostTimers = 1000 // timers of a node that may fire at one instant; sound algorithms have a few
	growth     = 2    // the greatest ratio of messages in the second half of the watch to those in the first
	growthMore = 100  // messages that the second half may have on top
)

// stormed is the panic that ends a run with a storm.
type stormed struct{}

// traffic counts the messages that nodes send. It panics with stormed when they are too many.
type traffic struct {
	*quiescence.Elections
	nodes int

	sent  int
	bytes int64

	instant protocol.Time
	timers  int           // fired at instant, by all nodes
	still   bool          // the storm is one of timers, at one instant
	storm   protocol.Time // when a limit was exceeded; 0: never

	begins time.Duration // the span at the start of a run whose messages early counts
	early  map[protocol.Kind]int

	// The watch begins when everything must be settled. Its halves are counted.
	from   protocol.Time // 0: not known yet
	half   time.Duration
	halves [2]int
	kinds  map[protocol.Kind]int
}

func newTraffic(nodes int) *traffic {
	return &traffic{Elections: quiescence.NewElections(nodes), nodes: nodes, early: map[protocol.Kind]int{}, kinds: map[protocol.Kind]int{}}
}

// Wants returns messages and timers.
func (*traffic) Wants() trace.Set { return trace.Of(trace.Send, trace.Timer) }

// Record counts a message or a timer.
func (s *traffic) Record(r *trace.Record) {
	if r.Kind == trace.Timer {
		s.timer(r.At)
		return
	}
	s.sent++
	s.bytes += int64(r.Bytes)
	pairs, span := float64(s.nodes*s.nodes), float64(s.nodes)*r.At.Seconds()
	if s.storm == 0 && (float64(s.sent) > stormSlack+stormPairs*pairs+stormRate*span || float64(s.bytes) > bytesSlack+bytesPairs*pairs+bytesRate*span) {
		s.storm = max(r.At, 1)
		panic(stormed{}) // a run checks its context too seldom to end a storm in time
	}
	if r.At < protocol.Time(s.begins) {
		s.early[r.Message]++
	}
	s.Elections.Record(r)
	if s.from > 0 && r.At >= s.from {
		if k := int(r.At.Sub(s.from) / s.half); k < 2 {
			s.halves[k]++
			s.kinds[r.Message]++
		}
	}
}

// timer counts the timers of an instant: a machine may set timers for ever without a message and
// without time going on.
func (s *traffic) timer(at protocol.Time) {
	if at != s.instant {
		s.instant, s.timers = at, 0
	}
	if s.timers++; s.storm == 0 && s.timers > mostTimers*s.nodes {
		s.storm, s.still = max(at, 1), true
		panic(stormed{})
	}
}

// why describes the storm.
func (s *traffic) why() string {
	if s.still {
		return fmt.Sprintf("%d timers fire at the one instant %v", s.timers, s.storm)
	}
	return fmt.Sprintf("%d messages, %d bytes, among %d nodes by %v", s.sent, s.bytes, s.nodes, s.storm)
}

// watch sets the beginning of the watch, and the length of each half.
func (s *traffic) watch(from protocol.Time, half time.Duration) { s.from, s.half = max(from, 1), half }

// grows describes the growth of messages in the calm, "" without growth.
func (s *traffic) grows() string {
	if s.from > 0 && float64(s.halves[1]) > growth*float64(s.halves[0])+growthMore {
		return fmt.Sprintf("in the calm after %v the first %v have %d messages, and the next %v have %d", s.from, s.half, s.halves[0], s.half, s.halves[1])
	}
	return ""
}
