package membership

import (
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/hashicorp/memberlist"
)

// newsQueue bounds the messages on their way to all, beside goodbyes; the oldest are dropped.
const newsQueue = 128

// needs refuses what living members of an older version do not understand.
func (g *Gossip) needs(version byte) error {
	older := g.view.namesOf(func(m Member) bool { return m.State == Alive && m.Version < version })
	switch {
	case len(older) > 0:
		return fmt.Errorf("%w: upgrade %s first", ErrOlder, strings.Join(older, ", "))
	case byte(g.speaks.Load()) < version:
		return fmt.Errorf("%w: this agent has not met the members yet", ErrOlder)
	}
	return nil
}

// spread gossips a message, and a newer one of the same name instead.
func (g *Gossip) spread(name string, b []byte) {
	g.news.QueueBroadcast(&farewell{name, b})
	g.news.Prune(newsQueue)
}

// broadcasts are the messages to gossip in a packet with so much room: goodbyes go first.
func (g *Gossip) broadcasts(overhead, limit int) [][]byte {
	all := g.farewells.GetBroadcasts(overhead, limit)
	for _, b := range all {
		limit -= overhead + len(b)
	}
	if limit <= overhead {
		return all
	}
	return append(all, g.news.GetBroadcasts(overhead, limit)...)
}

func (g *Gossip) queue() *memberlist.TransmitLimitedQueue {
	return &memberlist.TransmitLimitedQueue{
		NumNodes: func() int { return 1 + g.view.alive() }, RetransmitMult: g.options.Timing.RetransmitMult}
}

// newsMark separates the goodbyes in an exchange of the whole state from the news: as a length
// of 0, which no goodbye has.
var newsMark = []byte{0, 0}

// newsLimit bounds the news in an exchange of the whole state, in bytes.
const newsLimit = forgottenLimit*(2+headerSize+1+nameLimit) + recentEvents*(2+eventSize)

// appendNews appends the news that members may have missed, each led by its length in two
// bytes. Members of version 1 do not understand them.
func (g *Gossip) appendNews(b []byte) []byte {
	if g.speaks.Load() < 2 {
		return b
	}
	b = append(b, newsMark...)
	for _, f := range g.view.forgottenMembers() {
		b = appendLong(b, f.append(nil))
	}
	for _, e := range g.events.remembered() {
		b = appendLong(b, append(e.append(nil), e.signature...))
	}
	return b
}

func appendLong(b, message []byte) []byte {
	return append(binary.BigEndian.AppendUint16(b, uint16(len(message))), message...)
}

// cutNews separates the goodbyes from the news. It accepts any bytes.
func cutNews(b []byte) (goodbyes, news []byte) {
	for rest := b; len(rest) >= 2; {
		n := int(binary.BigEndian.Uint16(rest))
		switch {
		case n == 0:
			return b[:len(b)-len(rest)], rest[2:]
		case n > len(rest)-2:
			return b, nil
		}
		rest = rest[2+n:]
	}
	return b, nil
}

// mergeNews takes the news of an exchange of the whole state. It skips kinds that it does not
// know, which later versions may have. fresh says that no state was exchanged before: then
// events are from before this agent's start.
func (c callbacks) mergeNews(b []byte, fresh bool) {
	for len(b) > 0 {
		if len(b) < 2 || len(b)-2 < int(binary.BigEndian.Uint16(b)) {
			c.tally.count(malformed)
			return
		}
		n := 2 + int(binary.BigEndian.Uint16(b))
		h, rest, err := decodeHeader(b[2:n])
		b = b[n:]
		if err != nil {
			continue
		}
		switch h.kind {
		case kindForget:
			c.onForget(h, rest)
		case kindEvent:
			c.onEvent(h, rest, fresh)
		}
	}
}
