package membership

import (
	"fmt"
	"log/slog"
	"net/netip"
	"time"

	"bellwether/internal/live/secure"
)

// A report takes what happens in an agent's membership: it counts, logs and raises alarms. All
// methods may be called from any goroutine.
type report struct {
	logger *slog.Logger
	tally  tally
	alarms alarms
}

func newReport(l *slog.Logger) *report { return &report{logger: l, alarms: newAlarms()} }

// log returns the logger.
func (r *report) log() *slog.Logger { return r.logger }

// count changes the counters.
func (r *report) count(f func(*Counters)) { r.tally.count(f) }

// counters returns the counters of now.
func (r *report) counters() Counters { return r.tally.read() }

// given gives the alarms.
func (r *report) given() <-chan Alarm { return r.alarms.given }

// raise gives and logs an alarm.
func (r *report) raise(kind AlarmKind, why string) {
	if r.alarms.raise(kind, why) {
		r.logger.Warn(why)
	}
}

// malformed counts bytes that no agent sends.
func (r *report) malformed() { r.tally.count(func(c *Counters) { c.Malformed++ }) }

// impostor counts what was said in the name of another, and raises an alarm.
func (r *report) impostor(why string) {
	r.tally.count(func(c *Counters) { c.Impostors++ })
	r.raise(Impostor, why+": refused")
}

// refused counts and logs a packet or a stream that was refused because of the keys.
func (r *report) refused(s *scribe, why secure.Reason, from netip.AddrPort) {
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
		r.raise(Replayed, fmt.Sprintf("%d packets came again within %v, the last from %s: somebody sends a recording, or the network doubles packets; none had an effect",
			n, alarmSpan, from))
	}
	if why == secure.Unidentified {
		r.raise(Impostor, fmt.Sprintf("%v is refused: %v", from, why))
	}
	if s.ended.Load() {
		return
	}
	s.fault(why.String(), level, fmt.Sprintf("a packet or stream is refused: %v: %v", from, why))
}
