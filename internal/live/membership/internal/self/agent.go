package self

import (
	"errors"
	"maps"
	"sync"

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

// Set replaces the metadata. ID, Incarnation and Tags stay what they are.
func (o *Agent) Set(m wire.Meta) {
	o.mu.Lock()
	m.ID, m.Incarnation, m.Tags = o.meta.ID, o.meta.Incarnation, o.meta.Tags
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
