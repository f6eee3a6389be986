package membership

import (
	"bytes"
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"
)

// faultEvery is the least time between two log lines about one kind of bad packet or failed
// exchange, so that neither a flood of packets nor a lossy radio fills the disk. The
// counters count all of them.
const faultEvery = 10 * time.Second

// faults are lines of memberlist's log. Most say that a packet or stream was refused,
// which memberlist reports nowhere else; the others repeat without end during a flood of
// packets or while the network is down. A test with real packets checks this table
// against what memberlist writes. The first entry that matches counts.
var faults = []struct {
	part  string
	count func(*Counters)
}{
	{"unacceptable label", func(c *Counters) { c.OtherLabel++ }},
	{"remote state is encrypted and encryption is not configured", func(c *Counters) { c.Undecryptable++ }},
	{errSealed.Error(), func(c *Counters) { c.Undecryptable++ }},
	{errCrowded.Error(), func(c *Counters) { c.Flooded++ }},
	{"Failed to decode", malformed},
	{"Failed to decompress", malformed},
	{"not supported", malformed},
	{"invalid checksum", malformed},
	{"invalid msgType", malformed},
	{"missing message type", malformed},
	{"label header", malformed},
	{"label", malformed},
	{"failed to receive", malformed},
	{"Failed to receive", malformed},
	{"packet too short", malformed},
	{"truncated messages", malformed},
	{"Failed to read remote state", malformed},
	{"ping for unexpected node", malformed},
	{"Failed push/pull merge", malformed},
	{"handler queue full", func(c *Counters) { c.Dropped++ }},
	{"ignoring alive message", uncounted}, // counted by NotifyAlive
	{"Conflicting address", uncounted},    // counted by NotifyConflict
	{"Failed to send", uncounted},
	{"Failed to forward", uncounted},
	{"Failed fallback TCP ping", uncounted},
	{"Push/Pull with", uncounted},
	{"UDP probes failed", uncounted},
}

func malformed(c *Counters) { c.Malformed++ }

func uncounted(*Counters) {}

// A scribe turns the lines of memberlist, which begin with a level in brackets,
// into records of slog.
type scribe struct {
	logger *slog.Logger
	tally  *tally
	ended  atomic.Bool // lines after the end are dropped

	mu   sync.Mutex
	kept map[string]*mute // by the text of a fault, or the first words of a line
}

// mute says until when lines of a kind are suppressed, and how many were.
type mute struct {
	until time.Time
	more  int
}

func newScribe(logger *slog.Logger, t *tally) *scribe {
	return &scribe{logger: logger, tally: t, kept: map[string]*mute{}}
}

// Write takes one line. It never fails.
func (s *scribe) Write(line []byte) (int, error) {
	if s.ended.Load() {
		return len(line), nil
	}
	level, text := cutLevel(bytes.TrimSpace(line))
	for _, f := range faults {
		if bytes.Contains(text, []byte(f.part)) {
			s.tally.count(f.count)
			// Neither a bad packet of another agent nor a network that is down is an error of
			// this agent.
			s.fault(f.part, min(level, slog.LevelWarn), string(text))
			return len(line), nil
		}
	}
	if level >= slog.LevelWarn {
		s.fault(kindOf(text), level, string(text))
		return len(line), nil
	}
	if s.logger.Enabled(context.Background(), level) {
		s.logger.Log(context.Background(), level, string(text))
	}
	return len(line), nil
}

// kindOf classifies lines that are not in the table by their first words, in which
// memberlist puts no names and no numbers.
func kindOf(text []byte) string {
	words := bytes.Fields(text)
	return string(bytes.Join(words[:min(len(words), kindWords)], []byte(" ")))
}

const kindWords = 3

// kindLimit bounds the kinds kept apart: memberlist has some forty lines of warnings and
// errors. Beyond it all lines are one kind.
const kindLimit = 128

// fault logs lines of one kind at most once each faultEvery.
func (s *scribe) fault(kind string, level slog.Level, text string) {
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
