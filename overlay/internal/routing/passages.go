package routing

import (
	"cmp"
	"encoding/binary"
	"maps"
	"slices"
	"time"

	"bellwether/protocol"
)

// duplicateLimit is the most messages that each of two generations remembers: 4096
// members that answer one another at once stay below it.
const duplicateLimit = 1 << 14

// A Passage names a message that came by: an envelope of a Flood, a request of an AODV.
type Passage struct {
	Origin protocol.ID
	Seq    uint32
}

// Passages remember what came by in two generations, each at least as long as asked.
type Passages struct {
	recent  map[Passage]struct{}
	former  map[Passage]struct{}
	Rotated protocol.Time // when recent was begun
}

// Seen reports whether a passage is remembered, and remembers it for at least so long
// from now on.
func (s *Passages) Seen(now protocol.Time, p Passage, long time.Duration) bool {
	if _, yes := s.recent[p]; yes {
		return true
	}
	if _, yes := s.former[p]; yes {
		return true
	}
	if now.Sub(s.Rotated) >= long || len(s.recent) >= duplicateLimit {
		s.recent, s.former, s.Rotated = s.former, s.recent, now
		clear(s.recent)
	}
	if s.recent == nil {
		s.recent = map[Passage]struct{}{}
	}
	s.recent[p] = struct{}{}
	return false
}

func (s Passages) Clone() Passages {
	s.recent, s.former = maps.Clone(s.recent), maps.Clone(s.former)
	return s
}

func (s *Passages) Snapshot(b []byte) []byte {
	return appendPassages(appendPassages(b, s.recent), s.former)
}

func appendPassages(b []byte, set map[Passage]struct{}) []byte {
	sorted := slices.SortedFunc(maps.Keys(set), func(p, q Passage) int {
		return cmp.Or(cmp.Compare(p.Origin, q.Origin), cmp.Compare(p.Seq, q.Seq))
	})
	b = binary.BigEndian.AppendUint32(b, uint32(len(sorted)))
	for _, p := range sorted {
		b = binary.BigEndian.AppendUint32(protocol.AppendID(b, p.Origin), p.Seq)
	}
	return b
}
