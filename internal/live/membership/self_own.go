package membership

import (
	"errors"
	"maps"
	"sync"

	"bellwether/protocol"
)

// ErrLeft says that this agent is no member.
var ErrLeft = errors.New("this agent has left")

// own is this agent: what it tells others of itself.
type own struct {
	name string
	life uint64 // drawn at random at each start of the program

	mu       sync.Mutex
	addr     string
	meta     Meta
	revision uint32 // counts the metadata of an incarnation

	tagMu sync.Mutex    // serialises edits of tags
	dirty chan struct{} // the metadata are to be announced
}

func newOwn(name string, life uint64, m Meta) *own {
	return &own{name: name, life: life, meta: m, dirty: make(chan struct{}, 1)}
}

// ident returns the id of this agent.
func (o *own) ident() protocol.ID { return o.metadata().ID }

// metadata returns the metadata of now.
func (o *own) metadata() Meta {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.meta
}

// revised returns the metadata of now and their revision.
func (o *own) revised() (Meta, uint32) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.meta, o.revision
}

// header begins a message of this agent.
func (o *own) header(kind byte) header {
	m := o.metadata()
	return header{kind, m.ID, m.Incarnation}
}

// at returns the address at which others reach this agent.
func (o *own) at() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.addr
}

// move sets the address at which others reach this agent.
func (o *own) move(addr string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.addr = addr
}

// set replaces the metadata. ID, Incarnation and Tags stay what they are.
func (o *own) set(m Meta) {
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

// renew begins the next incarnation.
func (o *own) renew() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.meta.Incarnation++
}

// tag replaces the tags, and reports whether that changed them.
func (o *own) tag(t Tags) (changed bool) {
	o.mu.Lock()
	same := o.meta.Tags == t
	o.meta.Tags = t
	o.mu.Unlock()
	if !same {
		poke(o.dirty)
	}
	return !same
}

// editTags sets some tags and removes others. It returns all tags that this agent then has, and
// whether that changed them.
func (o *own) editTags(set map[string]string, remove []string) (all map[string]string, changed bool, err error) {
	o.tagMu.Lock()
	defer o.tagMu.Unlock()
	all = o.metadata().Tags.Map()
	if all == nil {
		all = map[string]string{}
	}
	for _, name := range remove {
		delete(all, name)
	}
	maps.Copy(all, set)
	t, err := MakeTags(all)
	if err == nil {
		changed = o.tag(t)
	}
	return all, changed, err
}

// announce signals that the metadata are to be announced.
func (o *own) announce() { poke(o.dirty) }

// announcements signals when the metadata are to be announced.
func (o *own) announcements() <-chan struct{} { return o.dirty }

// poke sends a signal unless one waits already.
func poke(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
