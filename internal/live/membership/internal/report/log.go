package report

import (
	"bytes"
	"context"
	"log"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"
)

// faultEvery is the least time between two log lines about one kind of bad packet or failed
// exchange, so that neither a flood of packets nor a lossy radio fills the disk. The
// counters count all of them.
const faultEvery = 10 * time.Second

// A Scribe turns the lines of memberlist, which begin with their place in its source and a
// level in brackets, into records of slog. It counts nothing: package gate counts what is
// refused.
type Scribe struct {
	logger *slog.Logger
	ended  atomic.Bool // lines after the end are dropped

	mu   sync.Mutex
	kept map[string]*mute // by the kind of a line
}

// mute says until when lines of a kind are suppressed, and how many were.
type mute struct {
	until time.Time
	more  int
}

func NewScribe(logger *slog.Logger) *Scribe {
	return &Scribe{logger: logger, kept: map[string]*mute{}}
}

// Lines returns the logger for memberlist.
func (s *Scribe) Lines() *log.Logger { return log.New(s, "", log.Lshortfile) }

// End drops all lines from now on.
func (s *Scribe) End() { s.ended.Store(true) }

// Write takes one line. It never fails. A line is at most a warning: neither a bad packet of
// another agent nor a network that is down is an error of this agent.
func (s *Scribe) Write(line []byte) (int, error) {
	if s.ended.Load() {
		return len(line), nil
	}
	place, rest := cutPlace(bytes.TrimSpace(line))
	level, text := cutLevel(rest)
	if level >= slog.LevelWarn {
		s.fault(place, slog.LevelWarn, string(text))
		return len(line), nil
	}
	if s.logger.Enabled(context.Background(), level) {
		s.logger.Log(context.Background(), level, string(text))
	}
	return len(line), nil
}

// cutPlace takes the place in the source off a line, "net.go:594: ". Lines of one place are of
// one kind.
func cutPlace(line []byte) (place string, rest []byte) {
	if file, rest, ok := bytes.Cut(line, []byte(": ")); ok && bytes.Contains(file, []byte(".go:")) {
		return string(file), rest
	}
	return "", line
}

// kindLimit bounds the kinds kept apart: memberlist has some forty lines of warnings and
// errors. Beyond it all lines are one kind.
const kindLimit = 128

// fault logs lines of one kind at most once each faultEvery.
func (s *Scribe) fault(kind string, level slog.Level, text string) {
	s.mu.Lock()
	if len(s.kept) >= kindLimit && s.kept[kind] == nil {
		kind = ""
	}
	m := s.kept[kind]
	if m == nil {
		m = new(mute)
		s.kept[kind] = m
	}
	now := time.Now()
	if now.Before(m.until) {
		m.more++
		s.mu.Unlock()
		return
	}
	more := m.more
	m.until, m.more = now.Add(faultEvery), 0
	s.mu.Unlock()
	s.logger.Log(context.Background(), level, text, "not_logged_before", more)
}

// levels are the marks that memberlist uses; it has three for errors.
var levels = []struct {
	mark  string
	level slog.Level
}{
	{"[DEBUG]", slog.LevelDebug}, {"[INFO]", slog.LevelInfo}, {"[WARN]", slog.LevelWarn},
	{"[ERR]", slog.LevelError}, {"[ERROR]", slog.LevelError}, {"Err:", slog.LevelError},
}

func cutLevel(line []byte) (slog.Level, []byte) {
	for _, l := range levels {
		if rest, ok := bytes.CutPrefix(line, []byte(l.mark)); ok {
			return l.level, bytes.TrimPrefix(bytes.TrimSpace(rest), []byte("memberlist: "))
		}
	}
	return slog.LevelInfo, line
}
