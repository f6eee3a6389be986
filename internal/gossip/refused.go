package gossip

import (
	"fmt"
	"log/slog"
	"net/netip"
	"sync"
	"time"

	"bellwether/internal/sealed"
)

// refused counts and logs a packet or a stream that was refused because of the keys.
func (g *Gossip) refused(s *scribe, why sealed.Reason, from netip.AddrPort) {
	level := slog.LevelWarn
	g.tally.count(func(c *Counters) {
		switch why {
		case sealed.Replayed:
			c.Replayed++
		case sealed.Unproven:
			c.Unproven++
			level = slog.LevelInfo // usual after a restart
		case sealed.Undecryptable, sealed.Keyless:
			c.Undecryptable++
		case sealed.OtherLabel:
			c.OtherLabel++
		case sealed.Outdated:
			c.Outdated++
		case sealed.Flooded:
			c.Flooded++
		case sealed.Unanswered:
			c.Unanswered++
			level = slog.LevelDebug // usual after a death
		}
	})
	if why == sealed.Replayed {
		g.alarm.note(from, time.Now())
	}
	if s.ended.Load() {
		return
	}
	s.fault(why.String(), level, fmt.Sprintf("a packet or stream is refused: %v: %v", from, why))
}

// A Replay says that packets came again.
type Replay struct {
	Packets int           // that came again
	Within  time.Duration // at most
	From    string        // the source address of the last, which is not proven
}

// String is the alarm as a sentence, for events.
func (r Replay) String() string {
	return fmt.Sprintf("%d packets came again within %v, the last from %s: somebody sends a recording, or the network doubles packets; none had an effect",
		r.Packets, r.Within, r.From)
}

// An alarm is given when alarmPackets come again within alarmSpan, at most once in that time.
// Fewer are no alarm, because networks double a packet now and then.
const (
	alarmSpan    = 10 * time.Second // as often as a fault is logged
	alarmPackets = 8
)

// alarm counts towards the next Replay.
type alarm struct {
	given chan Replay

	mu    sync.Mutex
	since time.Time
	n     int
}

func (a *alarm) note(from netip.AddrPort, now time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if now.Sub(a.since) > alarmSpan {
		a.since, a.n = now, 0
	}
	if a.n++; a.n == alarmPackets {
		select {
		case a.given <- Replay{a.n, alarmSpan, from.String()}:
		default: // nobody has taken the last one
		}
	}
}
