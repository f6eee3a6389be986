package report

import (
	"fmt"
	"log/slog"
	"net/netip"
	"time"

	"bellwether/internal/live/secure"
)

// A Report takes what happens in an agent's membership: it counts, logs and raises alarms. All
// methods may be called from any goroutine.
type Report struct {
	logger *slog.Logger
	tally  tally
	alarms alarms
}

func New(l *slog.Logger) *Report { return &Report{logger: l, alarms: newAlarms()} }

// Log returns the logger.
func (r *Report) Log() *slog.Logger { return r.logger }

// Count changes the counters.
func (r *Report) Count(f func(*Counters)) { r.tally.count(f) }

// Counters returns the counters of now.
func (r *Report) Counters() Counters { return r.tally.read() }

// Given gives the alarms.
func (r *Report) Given() <-chan Alarm { return r.alarms.given }

// Raise gives and logs an alarm.
func (r *Report) Raise(kind AlarmKind, why string) {
	if r.alarms.raise(kind, why) {
		r.logger.Warn(why)
	}
}

// Malformed counts bytes that no agent sends.
func (r *Report) Malformed() { r.tally.count(func(c *Counters) { c.Malformed++ }) }

// Impostor counts what was said in the name of another, and raises an alarm.
func (r *Report) Impostor(why string) {
	r.tally.count(func(c *Counters) { c.Impostors++ })
	r.Raise(Impostor, why+": refused")
}

// Refused counts and logs a packet or a stream that was refused because of the keys.
func (r *Report) Refused(s *Scribe, why secure.Reason, from netip.AddrPort) {
	level := slog.LevelWarn
	r.tally.count(func(c *Counters) {
		switch why {
		case secure.Replayed:
			c.Replayed++
		case secure.Unproven:
			c.Unproven++
			level = slog.LevelInfo // usual after a restart
		case secure.Undecryptable, secure.Keyless:
			c.Undecryptable++
		case secure.OtherLabel:
			c.OtherLabel++
		case secure.Outdated:
			c.Outdated++
		case secure.Unidentified:
			c.Unidentified++
		case secure.Flooded:
			c.Flooded++
		case secure.Unanswered:
			c.Unanswered++
			level = slog.LevelDebug // usual after a death
		}
	})
	if n := r.alarms.replayed(why, time.Now()); n > 0 {
		r.Raise(Replayed, fmt.Sprintf("%d packets came again within %v, the last from %s: somebody sends a recording, or the network doubles packets; none had an effect",
			n, alarmSpan, from))
	}
	if why == secure.Unidentified {
		r.Raise(Impostor, fmt.Sprintf("%v is refused: %v", from, why))
	}
	if s.ended.Load() {
		return
	}
	s.fault(why.String(), level, fmt.Sprintf("a packet or stream is refused: %v: %v", from, why))
}
