package secure

import (
	"sync/atomic"
	"time"
)

// Times of the keys of a conversation.
const (
	// Before a conversation is this old the side that began it makes a new one, when it has something
	// to send; the other side does so if it is older by spareAge.
	renewAge = 50 * time.Minute
	spareAge = 5 * time.Minute
	// At this age the keys of a conversation are void. Streams end.
	keyLife = time.Hour
	// After the first data of a new conversation the keys of the former one live for this long, for
	// packets on their way: many round trips of the slowest links.
	lateFor = 10 * time.Second
)

// void reports whether a pair may not be used any more.
func (t *Transport) void(p *pair) bool {
	return p.group.removed.Load() || !t.o.Ring.Speaks().takes(p.version) || time.Since(p.made) >= keyLife
}

// old reports whether a pair should be made again.
func (p *pair) old() bool {
	age := time.Since(p.made)
	return age >= renewAge+spareAge || age >= renewAge && !p.theirs
}

// outspoken reports whether a pair should be made again because of its version. One of the newer version
// stays if the other side began it, or else two neighbours would make it again in turns.
func (p *pair) outspoken(opens byte) bool { return p.version < opens || p.version > opens && !p.theirs }

// A former is the pair that another one replaces.
type former struct{ atomic.Pointer[pair] }

// retire ends the pair that p replaced, since data have come on p: the other side uses it.
func (t *Transport) retire(p *pair) {
	if p.former.Load() == nil {
		return
	}
	old := p.former.Swap(nil)
	t.mu.Lock()
	defer t.mu.Unlock()
	if old == nil || t.table.closed || t.table.pairs[old.index] != old {
		return
	}
	old.timer = time.AfterFunc(lateFor, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.table.drop(old)
	})
}
