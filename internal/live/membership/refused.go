package membership

import (
	"fmt"
	"log/slog"
	"net/netip"
	"time"

	"bellwether/internal/live/secure"
)

// refused counts and logs a packet or a stream that was refused because of the keys.
func (g *Gossip) refused(s *scribe, why secure.Reason, from netip.AddrPort) {
	level := slog.LevelWarn
	g.tally.count(func(c *Counters) {
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
	if n := g.alarms.replayed(why, time.Now()); n > 0 {
		g.raise(Replayed, fmt.Sprintf("%d packets came again within %v, the last from %s: somebody sends a recording, or the network doubles packets; none had an effect",
			n, alarmSpan, from))
	}
	if why == secure.Unidentified {
		g.raise(Impostor, fmt.Sprintf("%v is refused: %v", from, why))
	}
	if s.ended.Load() {
		return
	}
	s.fault(why.String(), level, fmt.Sprintf("a packet or stream is refused: %v: %v", from, why))
}
