package secure

// Version 1 of the handshake, which is this package's own. It is spoken until the operator ends it, and
// goes with version1_identity.go in the second release after the one that brought version 2: then
// every agent that is upgraded step by step has had both.

import (
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"net"
	"net/netip"
)

// Sizes of the messages of version 1, in bytes.
const (
	keyBytes  = 32
	addrBytes = 16 + 2

	bodyBytes    = indexBytes + pointBytes + lifeBytes + addrBytes
	helloHead    = markBytes + 2*hintBytes + saltBytes
	helloBytes   = helloHead + bodyBytes + tagBytes
	welcomeHead  = markBytes + indexBytes + saltBytes
	welcomeBytes = welcomeHead + bodyBytes + tagBytes
)

// No answer is longer than what it answers.
var (
	_ [helloBytes - welcomeBytes]struct{}
	_ [welcomeBytes - refusalBytes]struct{}
)

// A body is the encrypted part of a hello or a welcome.
type body struct {
	index uint32
	point *ecdh.PublicKey
	life  life           // of its sender
	addr  netip.AddrPort // where its sender is reached
	proof *proof         // nil without identities; it is not a part of what append writes
}

func (b body) append(to []byte) []byte {
	to = binary.BigEndian.AppendUint32(to, b.index)
	to = append(append(to, b.point.Bytes()...), b.life[:]...)
	ip := b.addr.Addr().As16()
	return binary.BigEndian.AppendUint16(append(to, ip[:]...), b.addr.Port())
}

var errBody = errors.New("malformed handshake")

func decodeBody(b []byte) (body, error) {
	var p *proof
	switch len(b) {
	case bodyBytes:
	case bodyBytes + identityBytes:
		p = &proof{Peer(b[bodyBytes:]), [ed25519.SignatureSize]byte(b[bodyBytes+len(Peer{}):])}
	default:
		return body{}, errBody
	}
	index, b := binary.BigEndian.Uint32(b), b[indexBytes:]
	point, err := ecdh.X25519().NewPublicKey(b[:pointBytes])
	if err != nil {
		return body{}, errBody
	}
	b = b[pointBytes : bodyBytes-indexBytes]
	ip := netip.AddrFrom16([16]byte(b[lifeBytes:]))
	port := binary.BigEndian.Uint16(b[lifeBytes+16:])
	return body{index, point, life(b), netip.AddrPortFrom(ip.Unmap(), port), p}, nil
}

// marked appends the magic byte, and the byte of version 1 and kind.
func marked(to []byte, kind byte) []byte { return append(to, magic, version1<<4|kind) }

// hello is the first message of a handshake.
func (o *Options) hello(k *groupKey, kind byte, b body) []byte {
	kind = o.kind(kind)
	m := marked(make([]byte, 0, o.helloBytes()), kind)
	m = append(m, k.hint[:]...)
	h := k.labelHint(o.Label)
	m = append(m, h[:]...)
	return k.sealBody(m, o.Label, nil, o.proved(kind, b, nil))
}

// welcome is the second message of a handshake. It authenticates the point of the hello.
func (o *Options) welcome(k *groupKey, kind byte, hello body, b body) []byte {
	kind = o.kind(kind)
	m := marked(make([]byte, 0, o.welcomeBytes()), kind)
	m = binary.BigEndian.AppendUint32(m, hello.index)
	return k.sealBody(m, o.Label, hello.point.Bytes(), o.proved(kind, b, hello.point.Bytes()))
}

// sealBody appends a salt and the encrypted body. The bytes before the body, and bound, are
// authenticated.
func (k *groupKey) sealBody(m []byte, label string, bound []byte, b body) []byte {
	m = append(m, make([]byte, saltBytes)...)
	salt := m[len(m)-saltBytes:]
	_, _ = rand.Read(salt) // never fails: crypto/rand ends the program instead
	aead := k.once(label, salt)
	plain := b.append(nil)
	if p := b.proof; p != nil {
		plain = append(append(plain, p.peer[:]...), p.signature[:]...)
	}
	return aead.Seal(m, make([]byte, aead.NonceSize()), plain, append(m[:len(m):len(m)], bound...))
}

// openBody decrypts the body of a message. head is the length of what precedes it, the salt
// included.
func (k *groupKey) openBody(m []byte, head int, label string, bound []byte) (body, error) {
	aead := k.once(label, m[head-saltBytes:head])
	plain, err := aead.Open(nil, make([]byte, aead.NonceSize()), m[head:], append(m[:head:head], bound...))
	if err != nil {
		return body{}, err
	}
	return decodeBody(plain)
}

// once is the cipher of one message, with a key of its own. A random salt of 16 bytes repeats
// after about 2⁶⁴ messages; a random nonce of GCM has only 12 bytes.
func (k *groupKey) once(label string, salt []byte) cipher.AEAD {
	return gcm(expand(k.prk, "handshake "+string(salt)+label, keyBytes))
}

// An end is one of the two that complete a handshake.
type end struct {
	point *ecdh.PublicKey
	peer  Peer // zero without identities
}

// conversation derives the ciphers of a pair: there is from the sender of the hello to the
// sender of the welcome, back is the other direction.
func (o *Options) conversation(k *groupKey, own *ecdh.PrivateKey, hello, welcome end) (there, back cipher.AEAD, err error) {
	other := welcome.point
	if own.PublicKey().Equal(other) {
		other = hello.point
	}
	secret, err := own.ECDH(other)
	if err != nil {
		return nil, nil, err // a point of low order
	}
	prk, err := hkdf.Extract(sha256.New, secret, k.prk)
	if err != nil {
		return nil, nil, err
	}
	about := string(hello.point.Bytes()) + string(welcome.point.Bytes()) + o.Label
	if o.signs() {
		about += string(hello.peer[:]) + string(welcome.peer[:])
	}
	return gcm(expand(prk, "there "+about, keyBytes)), gcm(expand(prk, "back "+about, keyBytes)), nil
}

// converse derives the ciphers of a pair of version 1 that we welcomed.
func (p *pair) converse(o *Options) error {
	there, back, err := o.conversation(p.group, p.own, end{p.point, p.peer}, end{p.own.PublicKey(), o.own()})
	p.in, p.out = there, back
	return err
}

// welcomed1 reads the welcome of version 1 for a pair.
func (p *pair) welcomed1(o *Options, b []byte) (addr netip.AddrPort, why Reason, err error) {
	in, err := p.group.openBody(b, welcomeHead, o.Label, p.own.PublicKey().Bytes())
	if err != nil {
		return addr, Undecryptable, err
	}
	if !o.proves(b[1]&0xF, in, p.own.PublicKey().Bytes()) {
		return addr, Unidentified, errBody
	}
	out, back, err := o.conversation(p.group, p.own, end{p.own.PublicKey(), o.own()}, end{in.point, in.peer()})
	if err != nil {
		return addr, Undecryptable, err
	}
	p.remote, p.out, p.in, p.life, p.peer = in.index, out, back, in.life, in.peer()
	return in.addr, 0, nil
}

// call1 says hello on a stream, in version 1.
func (t *Transport) call1(c net.Conn) (*stream, error) {
	group, own := t.o.Ring.first(), newPoint()
	hello := t.o.hello(group, kindStreamHello, body{0, own.PublicKey(), t.table.life, t.o.Self, nil})
	if _, err := c.Write(hello); err != nil {
		return nil, err
	}
	answer := make([]byte, t.o.welcomeBytes())
	if err := t.o.readAnswer(c, answer, hello); err != nil {
		return nil, err
	}
	in, err := group.openBody(answer, welcomeHead, t.o.Label, own.PublicKey().Bytes())
	if err != nil {
		return nil, ErrForeign
	}
	if !t.o.proves(answer[1]&0xF, in, own.PublicKey().Bytes()) {
		return nil, errFalse
	}
	s := newStream(c, group)
	s.out.aead, s.in.aead, err = t.o.conversation(group, own, end{own.PublicKey(), t.o.own()}, end{in.point, in.peer()})
	return s, err
}

// receive1 answers a hello of version 1 on a stream.
func (t *Transport) receive1(c net.Conn, b []byte, from netip.AddrPort) (*stream, Reason) {
	in, group, why := t.hello(b, from)
	if group == nil {
		return nil, why
	}
	own := newPoint()
	if _, err := c.Write(t.o.welcome(group, kindStreamWelcome, in, body{0, own.PublicKey(), t.table.life, t.o.Self, nil})); err != nil {
		return nil, Unproven
	}
	s := newStream(c, group)
	var err error
	if s.in.aead, s.out.aead, err = t.o.conversation(group, own, end{in.point, in.peer()}, end{own.PublicKey(), t.o.own()}); err != nil {
		return nil, Undecryptable
	}
	return s, 0
}

// newPoint draws the X25519 key of one handshake.
func newPoint() *ecdh.PrivateKey {
	k, err := ecdh.X25519().GenerateKey(rand.Reader)
	if err != nil {
		panic("sealed: X25519: " + err.Error()) // crypto/rand never fails
	}
	return k
}
