package overlay

import (
	"cmp"
	"encoding/binary"
	"maps"
	"slices"
	"time"

	"bellwether/protocol"
)

// A passage names a message that came by: an envelope of a Flood, a request of an AODV.
type passage struct {
	origin protocol.ID
	seq    uint32
}

// passages remember what came by in two generations, each at least as long as asked.
type passages struct {
	recent  map[passage]struct{}
	former  map[passage]struct{}
	rotated protocol.Time // when recent was begun
}

// seen reports whether a passage is remembered, and remembers it for at least so long
// from now on.
func (s *passages) seen(now protocol.Time, p passage, long time.Duration) bool {
	if _, yes := s.recent[p]; yes {
		return true
	}
	if _, yes := s.former[p]; yes {
		return true
	}
	if now.Sub(s.rotated) >= long || len(s.recent) >= duplicateLimit {
		s.recent, s.former, s.rotated = s.former, s.recent, now
		clear(s.recent)
	}
	if s.recent == nil {
		s.recent = map[passage]struct{}{}
	}
	s.recent[p] = struct{}{}
	return false
}

func (s passages) clone() passages {
	s.recent, s.former = maps.Clone(s.recent), maps.Clone(s.former)
	return s
}

func (s *passages) snapshot(b []byte) []byte {
	return appendPassages(appendPassages(b, s.recent), s.former)
}

func appendPassages(b []byte, set map[passage]struct{}) []byte {
	sorted := slices.SortedFunc(maps.Keys(set), func(p, q passage) int {
		return cmp.Or(cmp.Compare(p.origin, q.origin), cmp.Compare(p.seq, q.seq))
	})
	b = binary.BigEndian.AppendUint32(b, uint32(len(sorted)))
	for _, p := range sorted {
		b = binary.BigEndian.AppendUint32(protocol.AppendID(b, p.origin), p.seq)
	}
	return b
}
