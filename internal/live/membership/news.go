package membership

import (
	"encoding/binary"
	"fmt"
	"strings"

	"bellwether/internal/live/membership/internal/wire"
)

// needs refuses what living members of an older version do not understand.
func (g *Gossip) needs(version byte) error {
	older := g.view.NamesOf(func(m Member) bool { return m.State == Alive && m.Version < version })
	switch {
	case len(older) > 0:
		return fmt.Errorf("%w: upgrade %s first", ErrOlder, strings.Join(older, ", "))
	case byte(g.speaks.Load()) < version:
		return fmt.Errorf("%w: this agent has not met the members yet", ErrOlder)
	}
	return nil
}

// appendNews appends the news that members may have missed, each led by its length in two
// bytes. Members of version 1 do not understand them.
func (g *Gossip) appendNews(b []byte) []byte {
	if g.speaks.Load() < 2 {
		return b
	}
	b = append(b, wire.NewsMark...)
	for _, f := range g.view.ForgottenMembers() {
		b = wire.AppendLong(b, f.Append(nil))
	}
	for _, e := range g.events.Remembered() {
		b = wire.AppendLong(b, append(e.Append(nil), e.Signature...))
	}
	return b
}

// mergeNews takes the news of an exchange of the whole state. It skips kinds that it does not
// know, which later versions may have. fresh says that no state was exchanged before: then
// events are from before this agent's start.
func (c callbacks) mergeNews(b []byte, fresh bool) {
	for len(b) > 0 {
		if len(b) < 2 || len(b)-2 < int(binary.BigEndian.Uint16(b)) {
			c.g.report.Malformed()
			return
		}
		n := 2 + int(binary.BigEndian.Uint16(b))
		h, rest, err := wire.DecodeHeader(b[2:n])
		b = b[n:]
		if err != nil {
			continue
		}
		switch h.Kind {
		case wire.KindForget:
			c.onForget(h, rest)
		case wire.KindEvent:
			c.g.events.Heard(h, rest, fresh)
		}
	}
}
