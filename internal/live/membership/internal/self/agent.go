package self

import (
	"errors"
	"maps"
	"sync"
	"time"

	"bellwether/internal/live/membership/internal/wire"
	"bellwether/protocol"
)

// ErrLeft says that this agent is no member.
var ErrLeft = errors.New("this agent has left")

// An Agent is this agent: what it tells others of itself.
type Agent struct {
	Name    string
	Session uint64 // drawn at random at each start of the program

	mu       sync.Mutex
	addr     string
	meta     wire.Meta
	revision uint32 // counts the metadata of an incarnation
	newer    uint32 // the greatest incarnation that others report; 0: none above ours

	tagMu sync.Mutex    // serialises edits of tags
	dirty chan struct{} // the metadata are to be announced
}

func New(name string, session uint64, m wire.Meta) *Agent {
	return &Agent{Name: name, Session: session, meta: m, dirty: make(chan struct{}, 1)}
}

// Ident returns the id of this agent.
func (o *Agent) Ident() protocol.ID { return o.Metadata().ID }

// Metadata returns the metadata of now.
func (o *Agent) Metadata() wire.Meta {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.meta
}

// Revised returns the metadata of now and their revision.
func (o *Agent) Revised() (wire.Meta, uint32) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.meta, o.revision
}

// Header begins a message of this agent.
func (o *Agent) Header(kind byte) wire.Header {
	m := o.Metadata()
	return wire.Header{Kind: kind, ID: m.ID, Incarnation: m.Incarnation}
}

// At returns the address at which others reach this agent.
func (o *Agent) At() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.addr
}

// Move sets the address at which others reach this agent.
func (o *Agent) Move(addr string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.addr = addr
}

// Set replaces the metadata. What the membership itself knows stays what it is: ID, Incarnation, Start, Tags,
// Sealed, Admission and Operators.
func (o *Agent) Set(m wire.Meta) {
	o.mu.Lock()
	m.ID, m.Incarnation, m.Start, m.Tags = o.meta.ID, o.meta.Incarnation, o.meta.Start, o.meta.Tags
	m.Sealed, m.Admission, m.Operators = o.meta.Sealed, o.meta.Admission, o.meta.Operators
	same := m == o.meta
	o.meta = m
	if !same {
		o.revision++
	}
	o.mu.Unlock()
	if !same {
		poke(o.dirty)
	}
}

// Newer returns the greatest incarnation of this agent that others report, 0 if it is not above ours.
func (o *Agent) Newer() uint32 {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.newer
}

// Report notes an incarnation of this agent that others report. It returns whether that is the
// first news of it.
//
// Another start with our incarnation counts, too: the state directory was restored to a copy, whose next number was
// used before.
func (o *Agent) Report(incarnation, start uint32) (news bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if incarnation == o.meta.Incarnation && start != 0 && o.meta.Start != 0 && start != o.meta.Start && o.newer < incarnation {
		o.newer = incarnation
		return true
	}
	if incarnation <= max(o.newer, o.meta.Incarnation) || !Credible(o.meta.Incarnation, incarnation, time.Now()) {
		return false
	}
	o.newer = incarnation
	return true
}

// jump is by how much an incarnation that others report may be above ours: starts once a minute
// for two years.
const jump = 1 << 20

// Credible reports whether others may have met so new an incarnation. An agent whose file was torn goes
// on from the clock's seconds (package store), so these count too, a day ahead. A member that lies could
// otherwise make this agent take the last number.
func Credible(own, newer uint32, now time.Time) bool {
	return newer > own && (uint64(newer) <= uint64(own)+jump || int64(newer) <= now.Add(24*time.Hour).Unix())
}

// Raise begins that incarnation, if it is newer than this one.
func (o *Agent) Raise(incarnation uint32) {
	o.mu.Lock()
	raised := incarnation > o.meta.Incarnation
	o.meta.Incarnation = max(o.meta.Incarnation, incarnation)
	if o.meta.Incarnation > o.newer {
		o.newer = 0
	}
	o.mu.Unlock()
	if raised {
		poke(o.dirty)
	}
}

// Renew begins the next incarnation.
func (o *Agent) Renew() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.meta.Incarnation++
}

// Tag replaces the tags, and reports whether that changed them.
func (o *Agent) Tag(t wire.Tags) (changed bool) {
	o.mu.Lock()
	same := o.meta.Tags == t
	o.meta.Tags = t
	o.mu.Unlock()
	if !same {
		poke(o.dirty)
	}
	return !same
}

// Seal replaces Sealed, which others learn.
func (o *Agent) Seal(as byte) { o.edit(func(m *wire.Meta) { m.Sealed = as }) }

// Admit replaces Admission, which others learn.
func (o *Agent) Admit(a wire.Admission) { o.edit(func(m *wire.Meta) { m.Admission = a }) }

// Operate replaces Operators, which others learn.
func (o *Agent) Operate(digest uint32) { o.edit(func(m *wire.Meta) { m.Operators = digest }) }

// edit changes the metadata, and has that announced.
func (o *Agent) edit(f func(*wire.Meta)) {
	o.mu.Lock()
	before := o.meta
	f(&o.meta)
	same := o.meta == before
	if !same {
		o.revision++
	}
	o.mu.Unlock()
	if !same {
		poke(o.dirty)
	}
}

// EditTags sets some tags and removes others. It returns all tags that this agent then has, and
// whether that changed them.
func (o *Agent) EditTags(set map[string]string, remove []string) (all map[string]string, changed bool, err error) {
	o.tagMu.Lock()
	defer o.tagMu.Unlock()
	all = o.Metadata().Tags.Map()
	if all == nil {
		all = map[string]string{}
	}
	for _, name := range remove {
		delete(all, name)
	}
	maps.Copy(all, set)
	t, err := wire.MakeTags(all)
	if err == nil {
		changed = o.Tag(t)
	}
	return all, changed, err
}

// Announce signals that the metadata are to be announced.
func (o *Agent) Announce() { poke(o.dirty) }

// Announcements signals when the metadata are to be announced.
func (o *Agent) Announcements() <-chan struct{} { return o.dirty }

// poke sends a signal unless one waits already.
func poke(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
