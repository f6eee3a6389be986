package signing

import (
	"bytes"
	"crypto/ed25519"
	"encoding/binary"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/hashicorp/memberlist"

	"bellwether/internal/live/membership/internal/packet"
	"bellwether/internal/live/membership/internal/report"
	"bellwether/internal/live/membership/internal/self"
	"bellwether/internal/live/membership/internal/view"
	"bellwether/internal/live/membership/internal/wire"
	"bellwether/internal/live/secure"
	"bellwether/protocol"
)

// An Identity makes this agent prove who it is, and refuse others that do not. The sealed
// transport proves which key the other end of a conversation has. What is relayed is signed
// by its origin: metadata with name and address, and goodbyes.
type Identity struct {
	Key ed25519.PrivateKey
	// Trust reports why a name and an id do not belong to a key, nil if they do. It must not
	// block. Known reports whether it knew that of this agent when it started: another key
	// never makes such an agent stop.
	Trust func(name string, id protocol.ID, key secure.Peer) error
	// Admit reports why a name that is reported at an address is not taken now; asked before Trust.
	// Nil: every name is.
	Admit func(name, addr string) error
	Known bool
}

var (
	errImpostor = errors.New("another agent speaks")
	errOldMeta  = errors.New("older metadata than is known")
)

// Identities knows who proved what. It is nil without identities; then it knows nothing and
// refuses nobody.
type Identities struct {
	identity Identity
	label    string
	own      secure.Peer
	agent    *self.Agent
	view     *view.View
	report   *report.Report
	apart    time.Duration // between two calls to a member: the first one told it of this agent
	changed  func()        // whether members refuse this agent has changed
	unlisted unlisted

	mu    sync.Mutex
	keys  map[secure.Peer]who
	names map[string]*proved
	lines map[string]line
}

// A who is an agent as others name it.
type who struct {
	name string
	id   protocol.ID
}

// A proved is the newest signed metadata of a member.
type proved struct {
	key                   secure.Peer
	incarnation, revision uint32
	addr                  string
	raw                   []byte
}

// Options are what identities are made of.
type Options struct {
	Identity *Identity // nil: none
	Label    string
	Agent    *self.Agent
	View     *view.View
	Report   *report.Report
	Apart    time.Duration // see identities
	Changed  func()
}

// New returns one that has nothing to do yet.
func New(o Options) *Identities {
	if o.Identity == nil {
		return nil
	}
	d := &Identities{identity: *o.Identity, label: o.Label, agent: o.Agent, view: o.View, report: o.Report, apart: o.Apart, changed: o.Changed,
		keys: map[secure.Peer]who{}, names: map[string]*proved{}, lines: map[string]line{}}
	d.own = secure.Peer(o.Identity.Key.Public().(ed25519.PublicKey))
	d.keys[d.own] = who{o.Agent.Name, o.Agent.Ident()}
	return d
}

// statement is what a signature is over. The label keeps clusters apart.
func (d *Identities) statement(purpose, name, addr string, b []byte) []byte {
	m := []byte("bellwether gossip 1 " + purpose)
	for _, s := range []string{d.label, name, addr} {
		m = binary.BigEndian.AppendUint16(m, uint16(len(s)))
		m = append(m, s...)
	}
	return append(m, b...)
}

// Signed appends revision, key and signature to the metadata of this agent. Without identities
// it appends nothing.
func (d *Identities) Signed(name, addr string, meta []byte, revision uint32) []byte {
	if d == nil {
		return meta
	}
	b := binary.BigEndian.AppendUint32(meta, revision)
	sig := ed25519.Sign(d.identity.Key, d.statement("member", name, addr, b))
	return append(append(b, d.own[:]...), sig...)
}

// opened checks signed metadata, and returns what was signed. It does not check whether the
// key is that of the name.
func (d *Identities) opened(name, addr string, b []byte) (meta []byte, p proved, err error) {
	if len(b) < wire.SealBytes {
		return nil, p, fmt.Errorf("%w: metadata of %q without a signature", errImpostor, name)
	}
	meta = b[:len(b)-wire.SealBytes]
	p = proved{key: secure.Peer(b[len(meta)+wire.RevisionBytes:]), revision: binary.BigEndian.Uint32(b[len(meta):]), addr: addr, raw: b}
	text := b[:len(meta)+wire.RevisionBytes]
	if !ed25519.Verify(p.key[:], d.statement("member", name, addr, text), b[len(b)-wire.SignatureBytes:]) {
		return nil, p, fmt.Errorf("%w: metadata of %q with a false signature", errImpostor, name)
	}
	return meta, p, nil
}

// DecodeMeta decodes metadata, which are signed if there are identities. It does not check the
// signature.
func (d *Identities) DecodeMeta(b []byte) (wire.Meta, error) {
	if d != nil && len(b) >= wire.SealBytes {
		b = b[:len(b)-wire.SealBytes]
	}
	return wire.DecodeMeta(b)
}

// Believed reports why what an alive message says of a member does not count. It counts what
// is refused.
func (d *Identities) Believed(name, addr string, b []byte) error {
	if d == nil {
		return nil
	}
	err := d.believe(name, addr, b)
	switch {
	case errors.Is(err, errOldMeta):
		d.report.Count(func(c *report.Counters) { c.Stale++ })
	case err != nil:
		d.report.Impostor(err.Error())
	}
	return err
}

// believe checks what an alive message says of a member: that the member signed it, that the
// name and the id belong to its key, and that it is not older than what is known.
func (d *Identities) believe(name, addr string, b []byte) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	last := d.names[name]
	if last != nil && last.addr == addr && bytes.Equal(last.raw, b) {
		return d.seen(name, last) // the same came before
	}
	meta, p, err := d.opened(name, addr, b)
	if err != nil {
		return err
	}
	m, err := wire.DecodeMeta(meta)
	if err != nil {
		return err
	}
	if p.key != d.own && d.identity.Admit != nil {
		err = d.identity.Admit(name, addr)
	}
	if p.key != d.own && err == nil { // our own is trusted when a member lists it: see TookList
		err = d.identity.Trust(name, m.ID, p.key)
	}
	if has := d.keys[d.own]; err == nil && (p.key == d.own) != (has.name == name || has.id == m.ID) {
		err = errors.New("this agent's own name, id and key belong together")
	}
	if err != nil {
		return fmt.Errorf("%w: %w", errImpostor, err)
	}
	p.incarnation, p.raw = m.Incarnation, bytes.Clone(b)
	if last != nil && (p.incarnation < last.incarnation || p.incarnation == last.incarnation && p.revision < last.revision) {
		return fmt.Errorf("%w: of %q", errOldMeta, name)
	}
	d.names[name], d.keys[p.key] = &p, who{name, m.ID}
	return nil
}

// seen tells the list of known keys that a member is alive, so that its entry makes no room for a new name.
func (d *Identities) seen(name string, p *proved) error {
	if p.key == d.own {
		return nil
	}
	if err := d.identity.Trust(name, d.keys[p.key].id, p.key); err != nil {
		return fmt.Errorf("%w: %w", errImpostor, err)
	}
	return nil
}

// holder is the member that a key belongs to, if one is known.
func (d *Identities) holder(p secure.Peer) (who, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	w, ok := d.keys[p]
	return w, ok
}

// Rivals reports why signed metadata with our name or id, at another address, are no reason
// for this agent to stop. Without identities there is no reason against it.
func (d *Identities) Rivals(name, addr string, b []byte) error {
	if d == nil {
		return nil
	}
	_, p, err := d.opened(name, addr, b)
	if err == nil && p.key != d.own && d.identity.Known {
		err = errImpostor
	}
	return err
}

// Of is the key of the member of a name; false if it has proved none.
func (d *Identities) Of(name string) (key secure.Peer, known bool) {
	if d == nil {
		return key, false
	}
	if name == d.agent.Name {
		return d.own, true
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if p := d.names[name]; p != nil {
		return p.key, true
	}
	return key, false
}

// Key is what the sealed transport proves, nil without identities.
func (d *Identities) Key() ed25519.PrivateKey {
	if d == nil {
		return nil
	}
	return d.identity.Key
}

// SignatureBytes is the length of the signature of a goodbye, 0 without identities.
func (d *Identities) SignatureBytes() int {
	if d == nil {
		return 0
	}
	return wire.SignatureBytes
}

// Goodbye is the signature of our goodbye, empty without identities.
func (d *Identities) Goodbye(h wire.Header, name string) string {
	if d == nil {
		return ""
	}
	return string(ed25519.Sign(d.identity.Key, d.statement("goodbye", name, "", h.Append(nil))))
}

// SignEvent signs a user event of this agent; empty without identities.
func (d *Identities) SignEvent(u wire.UserEvent) string {
	if d == nil {
		return ""
	}
	return string(ed25519.Sign(d.identity.Key, d.statement("event", "", "", u.Append(nil))))
}

// Told reports whether the member that told an event is known, and has signed it. Without
// identities both are true.
func (d *Identities) Told(u wire.UserEvent) (known, signed bool) {
	if d == nil {
		return true, true
	}
	d.mu.Lock()
	key, known := d.byID(u.ID)
	d.mu.Unlock()
	return known, known && ed25519.Verify(key[:], d.statement("event", "", "", u.Append(nil)), []byte(u.Signature))
}

// byID is the key of the member with an id.
func (d *Identities) byID(id protocol.ID) (secure.Peer, bool) {
	for key, who := range d.keys {
		if who.id == id {
			return key, true
		}
	}
	return secure.Peer{}, false
}

// Leaves reports whether a goodbye is signed by the member that it names. Without identities
// every goodbye counts.
func (d *Identities) Leaves(b wire.Goodbye) bool {
	if d == nil {
		return true
	}
	d.mu.Lock()
	p := d.names[b.Name]
	d.mu.Unlock()
	return p != nil && ed25519.Verify(p.key[:], d.statement("goodbye", b.Name, "", b.Header.Append(nil)), []byte(b.Signature))
}

// memberlist's incarnations are numbers of 32 bits that anybody may raise and that are not
// signed: a member raises its own when somebody says that it is dead. If one could be raised
// to the end, its member could refute nothing any more. So each rises slowly: by jumpFirst, and
// by jumpEach a second, above what was first heard.
const (
	jumpFirst = 1 << 16
	jumpEach  = 10
	jumpAlive = 1 << 10 // more, for a member that refutes
)

// A line says how far an incarnation may rise.
type line struct {
	first uint64
	at    time.Time
}

// mayRise reports whether the incarnation of a member may be that number.
func (d *Identities) mayRise(name string, incarnation uint64, alive bool) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	l, known := d.lines[name]
	if !known {
		l = line{min(incarnation, 1<<31), time.Now()}
		if len(d.lines) < 2*view.MemberLimit {
			d.lines[name] = l
		}
	}
	limit := l.first + jumpFirst + uint64(time.Since(l.at)/time.Second)*jumpEach
	if alive {
		limit += jumpAlive
	}
	return incarnation <= limit
}

// Jumps refuses a member in a list whose incarnation rises too fast. Without identities it
// refuses none.
func (d *Identities) Jumps(member []byte) error {
	if d == nil {
		return nil
	}
	e := packet.EntryOf(member)
	if d.mayRise(e.Name, e.Incarnation, e.State == uint64(memberlist.StateAlive)) {
		return nil
	}
	d.report.Impostor(fmt.Sprintf("somebody raises the incarnation of %q to %d", e.Name, e.Incarnation))
	return fmt.Errorf("%w: an incarnation of %d", packet.ErrExcess, e.Incarnation)
}
