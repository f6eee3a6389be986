package agent

import (
	"slices"
	"sync"
)

// logLength is how many events a [Log] keeps: at one event a second, the events of 17 minutes.
const logLength = 1024

// A Log is the newest events of an agent. The agent appends and never waits. Readers take
// the events that they have not seen, at any time; a gap in the numbers shows that they
// missed some.
type Log struct {
	mu     sync.Mutex
	events []Event // the newest logLength, in order; see drop
	last   uint64
	more   chan struct{} // closed and replaced at each event; closed when the log ends
	ended  bool
}

func newLog() *Log { return &Log{more: make(chan struct{})} }

// After returns the kept events after a number, and a channel that is closed when there
// are more. When the log has ended, the channel is closed and done is true.
func (l *Log) After(number uint64) (events []Event, more <-chan struct{}, done bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i := range l.events {
		if l.events[i].Number > number {
			events = append(events, l.events[i:]...)
			break
		}
	}
	return events, l.more, l.ended && len(events) == 0
}

// Last is the number of the newest event, 0 if there was none.
func (l *Log) Last() uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.last
}

// Ended reports whether the log gets no more events.
func (l *Log) Ended() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.ended
}

func (l *Log) append(e Event) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last++
	e.Number = l.last
	if len(l.events) == logLength {
		l.drop()
	}
	l.events = append(l.events, e)
	close(l.more)
	l.more = make(chan struct{})
}

// drop drops the oldest event. It keeps the newest one that says whether this node leads: a hook
// that missed it would let a service run.
func (l *Log) drop() {
	oldest := 0
	states := func(e Event) bool { return e.Kind == LeaderGained || e.Kind == LeaderLost }
	if states(l.events[0]) && !slices.ContainsFunc(l.events[1:], states) {
		oldest = 1
	}
	l.events = slices.Delete(l.events, oldest, oldest+1)
}

func (l *Log) end() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.ended {
		l.ended = true
		close(l.more)
	}
}

// Finished is a complete log, for tests of code that reads logs.
func Finished(events ...Event) *Log {
	l := Unfinished(events...)
	l.end()
	return l
}

// Growing is a log without an end, and a function that appends to it, for tests of code that reads logs.
func Growing() (log *Log, tell func(Event)) {
	l := newLog()
	return l, l.append
}

// Unfinished is a log that holds these events, gets no more, and does not end.
func Unfinished(events ...Event) *Log {
	l := newLog()
	for _, e := range events {
		l.append(e)
	}
	return l
}
