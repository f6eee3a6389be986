package fd

import (
	"cmp"
	"math"
	"slices"
	"time"

	"bellwether/protocol"
)

// hear handles what a message shows of its sender, and its news.
func (s *swim) hear(env *protocol.Env, speaker protocol.ID, incarnation uint32, news []newsItem) {
	if m := s.find(speaker); m != nil && speaker != s.o.Self {
		s.onAlive(env, m, incarnation, env.Now())
	}
	for _, n := range news {
		m := s.find(n.Member)
		made := env.Now().Add(-time.Duration(n.Said.ageMs()) * time.Millisecond)
		switch {
		case m == nil:
		case n.Member == s.o.Self:
			s.refute(env, m, n)
		case n.Said.suspect():
			s.onSuspect(m, n.Incarnation, made)
		default:
			s.onAlive(env, m, n.Incarnation, made)
		}
	}
}

// refute is this node's own news: it is alive, in a greater incarnation than the suspected
// one.
func (s *swim) refute(env *protocol.Env, self *member, n newsItem) {
	if n.Said.suspect() && n.Incarnation >= self.incarnation && n.Incarnation < math.MaxUint32 {
		self.incarnation, self.told, self.since = n.Incarnation+1, true, env.Now()
	}
}

// onAlive: Alive overrides Suspect and Alive of smaller incarnations.
func (s *swim) onAlive(env *protocol.Env, m *member, incarnation uint32, made protocol.Time) {
	if incarnation <= m.incarnation {
		return
	}
	failed := m.failed
	*m = member{id: m.id, incarnation: incarnation, told: true, since: made}
	if failed {
		env.Trust(m.id)
	}
}

// onSuspect: Suspect overrides Suspect of smaller incarnations, and Alive of those and its
// own. A failed member stays failed until it refutes it.
func (s *swim) onSuspect(m *member, incarnation uint32, made protocol.Time) {
	if incarnation > m.incarnation || incarnation == m.incarnation && !m.suspect {
		m.incarnation, m.suspect, m.told, m.since = incarnation, true, true, made
	}
}

// news selects the news in a message to one member: first the suspicion that this member
// must refute, while it lasts, then the youngest.
func (s *swim) news(env *protocol.Env, to protocol.ID) []newsItem {
	var young []*member
	oldest := env.Now().Add(-s.o.lifetime(len(s.members)))
	for i := range s.members {
		m := &s.members[i]
		if m.id == to && m.suspect || m.told && m.since > oldest {
			young = append(young, m)
		}
	}
	if len(young) == 0 {
		return nil
	}
	slices.SortStableFunc(young, func(a, b *member) int {
		return cmp.Or(cmp.Compare(protocol.Bit(b.id == to), protocol.Bit(a.id == to)), cmp.Compare(b.since, a.since))
	})
	young = young[:min(maxNews, len(young))]
	out := make([]newsItem, len(young))
	for i, m := range young {
		age := min((env.Now().Sub(m.since)+time.Millisecond-1)/time.Millisecond, 1<<ageBits-1)
		out[i] = newsItem{Member: m.id, Incarnation: m.incarnation, Said: saying(protocol.Bit(m.suspect), uint32(age))}
	}
	return out
}
