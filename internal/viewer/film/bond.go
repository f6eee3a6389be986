package film

import (
	"fmt"
	"strings"
	"time"

	"bellwether/protocol"
)

// A bond is whom a node follows, and since when without a break: the leader leads itself in the same part.
type bond struct {
	leader protocol.ID
	since  protocol.Time
}

// bind renews all bonds. A leader that has led for long may lead these followers since a moment ago.
func (t *teller) bind() {
	for id, n := range t.truth.nodes {
		l := t.truth.nodes[n.leader]
		if id == protocol.Nobody || !n.live || n.electing || n.leader == protocol.Nobody || l == nil || !l.live || l.leader != n.leader || t.component(l) != t.component(n) {
			delete(t.bonds, id)
			continue
		}
		if t.bonds[id].leader != n.leader {
			t.bonds[id] = bond{n.leader, t.at}
		}
	}
}

// instant writes a time of the run so that nobody takes it for a span: 0m01.125 is an instant, 1.125s could be either.
func instant(at protocol.Time) string {
	ms := time.Duration(at).Round(time.Millisecond).Milliseconds()
	text := fmt.Sprintf("%dm%02d", ms/60000%60, ms/1000%60)
	if hours := ms / 3600000; hours > 0 {
		text = fmt.Sprintf("%dh%02dm%02d", hours, ms/60000%60, ms/1000%60)
	}
	if ms%1000 == 0 {
		return text
	}
	return text + "." + strings.TrimRight(fmt.Sprintf("%03d", ms%1000), "0")
}
