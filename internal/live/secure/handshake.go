package secure

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"net/netip"
)

// magic begins every packet and stream of this package. memberlist's own begin with a
// number below 14, or with 244.
const (
	magic   = 0xBE
	version = 1
)

// The kinds, in the low four bits of the second byte.
const (
	kindHello byte = iota + 1
	kindWelcome
	kindData
	kindStreamHello
	kindStreamWelcome
	kindRefusal
)

// Sizes of the parts, in bytes.
const (
	markBytes  = 2
	hintBytes  = 4
	indexBytes = 4
	saltBytes  = 16
	tagBytes   = 16
	keyBytes   = 32
	pointBytes = 32
	addrBytes  = 16 + 2
	lifeBytes  = 8

	bodyBytes    = indexBytes + pointBytes + lifeBytes + addrBytes
	helloHead    = markBytes + 2*hintBytes + saltBytes
	helloBytes   = helloHead + bodyBytes + tagBytes
	welcomeHead  = markBytes + indexBytes + saltBytes
	welcomeBytes = welcomeHead + bodyBytes + tagBytes

	counterBytes = 8
	dataHead     = markBytes + indexBytes + counterBytes
	// Overhead is what a packet has beyond its data, in bytes.
	Overhead = dataHead + tagBytes
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

// A life is drawn at random when a transport starts. It changes when an agent restarts at the
// same address.
type life [lifeBytes]byte

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

// marked appends the magic byte, and the byte of version and kind.
func marked(to []byte, kind byte) []byte { return append(to, magic, version<<4|kind) }

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

// gcm is AES-256-GCM under a key of 32 bytes.
func gcm(key []byte) cipher.AEAD {
	block, err := aes.NewCipher(key)
	if err != nil {
		panic("sealed: AES: " + err.Error()) // the length is right
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		panic("sealed: GCM: " + err.Error())
	}
	return aead
}

// nonce is the n-th nonce of a cipher whose nonces are a counter.
func nonce(n uint64) [12]byte {
	var b [12]byte
	binary.BigEndian.PutUint64(b[4:], n)
	return b
}

// newPoint draws the X25519 key of one handshake.
func newPoint() *ecdh.PrivateKey {
	k, err := ecdh.X25519().GenerateKey(rand.Reader)
	if err != nil {
		panic("sealed: X25519: " + err.Error()) // crypto/rand never fails
	}
	return k
}
