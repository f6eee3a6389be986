package gossip

import (
	"fmt"
	"log/slog"
	"net/netip"
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
		case sealed.Unidentified:
			c.Unidentified++
		case sealed.Flooded:
			c.Flooded++
		case sealed.Unanswered:
			c.Unanswered++
			level = slog.LevelDebug // usual after a death
		}
	})
	if n := g.alarms.replayed(why, time.Now()); n > 0 {
		g.raise(Replayed, fmt.Sprintf("%d packets came again within %v, the last from %s: somebody sends a recording, or the network doubles packets; none had an effect",
			n, alarmSpan, from))
	}
	if why == sealed.Unidentified {
		g.raise(Impostor, fmt.Sprintf("%v is refused: %v", from, why))
	}
	if s.ended.Load() {
		return
	}
	s.fault(why.String(), level, fmt.Sprintf("a packet or stream is refused: %v: %v", from, why))
}
