package membership

import (
	"fmt"
	"sync"
	"time"

	"bellwether/internal/live/membership/internal/view"
)

// lockout knows whether this agent is locked out: it hears no member, and an agent that it calls
// answers that it has another group key. The refusal is not encrypted, so somebody on the path can forge
// it. It counts only while this agent hears nobody: then its own packets do not reach anybody either.
type lockout struct {
	view    *view.View
	changed func()
	lasts   time.Duration // a refusal counts for so long: seeds and failed members are called more often

	mu   sync.Mutex
	addr string // that refused last; "": nobody
	at   time.Time
	met  bool        // a member was alive since the start
	over *time.Timer // when the last refusal counts no longer
}

// refused notes that the agent at an address refuses our key. If no other refusal follows, the end of
// this one is a change, too: an agent that yielded to it takes part again.
func (l *lockout) refused(addr string) {
	l.mu.Lock()
	l.addr, l.at = addr, time.Now()
	if l.over == nil {
		l.over = time.AfterFunc(l.lasts+1, l.changed)
	} else {
		l.over.Reset(l.lasts + 1)
	}
	l.mu.Unlock()
	l.changed()
}

// meets notes that a member is alive.
func (l *lockout) meets() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.addr, l.met = "", true
}

// end notes that this agent has other keys.
func (l *lockout) end() {
	l.mu.Lock()
	l.addr = ""
	l.mu.Unlock()
	l.changed()
}

// foreign says who refuses this agent's key; "": nobody does. The agent must take no part
// if it never met a member: then the others have changed the key while it was away, and lead. One that did
// meet members may be right itself.
func (l *lockout) foreign() (why string, mustYield bool) {
	l.mu.Lock()
	addr, met := l.addr, l.met
	if time.Since(l.at) > l.lasts {
		addr = ""
	}
	l.mu.Unlock()
	if addr == "" || l.view.Alive() > 0 {
		return "", false
	}
	return fmt.Sprintf("it hears no member, and the agent at %s has another key: it was away while the key was changed, or its key file is not that of the others", addr), !met
}

// WayBack is what an operator does on the machine of an agent that is locked out.
const WayBack = "ssh MEMBER bellwether live keys list | bellwether live keys take -"
