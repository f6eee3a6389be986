package secure

import (
	"crypto/cipher"
	"crypto/ecdh"
	"encoding/binary"
	"net/netip"
	"sync/atomic"
	"time"

	"bellwether/internal/live/handshake"
)

// A stage is how far the handshake of a pair has come.
type stage int

// The stages.
const (
	greeting stage = iota // we sent a hello and wait for the welcome
	welcomed              // we sent a welcome and wait for the first data
	proven                // both know that the other holds the key and is alive
)

// A pair is one conversation of this agent with another. Two agents that greet each other at
// the same time have two. Each agent sends on the pair that [pair.precedes] selects, and
// accepts data on both.
type pair struct {
	index   uint32 // ours: begins what we receive
	version byte
	group   *groupKey
	made    time.Time
	theirs  bool             // it began with the other's hello
	first   [pointBytes]byte // the key of the hello, for this handshake alone

	stage stage          // guarded by Transport.mu, like addr, to, hello, tries and timer
	addr  netip.AddrPort // where the other says that it is reached; zero if it was greeted elsewhere
	life  life           // of the other
	peer  Peer           // the key that the other proved; zero without identities

	// Of a pair that began with our hello.
	to    netip.AddrPort // where it was sent
	hello []byte
	tries int // left
	timer *time.Timer
	// Of version 2.
	opening *handshake.Opening
	finish  []byte      // goes before data until the other is heard
	unheard atomic.Bool // nothing came since the welcome

	// Of a pair that began with the other's hello; used by Transport.read alone.
	welcome []byte
	answer  *handshake.Answer // of version 2, until the ciphers are known

	// Of version 1.
	own   *ecdh.PrivateKey
	point *ecdh.PublicKey // the other's, of a pair that began with the other's hello

	former former // the pair that this one replaced

	remote uint32      // the other's index; fixed once proven, like the ciphers
	out    cipher.AEAD // what we send
	in     cipher.AEAD // what we open
	sent   atomic.Uint64
	heard  atomic.Int64 // when data last came: ns since table.began
	window window       // used by Transport.read alone
}

// sealed returns a packet with b as its encrypted data.
func (p *pair) sealed(b []byte) []byte {
	n := p.sent.Add(1)
	m := append(make([]byte, 0, Overhead+len(b)), magic, p.version<<4|kindData)
	m = binary.BigEndian.AppendUint32(m, p.remote)
	m = binary.BigEndian.AppendUint64(m, n)
	once := nonce(n)
	return p.out.Seal(m, once[:], b, m)
}

// opened opens a packet in place.
func (p *pair) opened(m []byte) (plain []byte, counter uint64, err error) {
	n := binary.BigEndian.Uint64(m[markBytes+indexBytes:])
	once := nonce(n)
	plain, err = p.in.Open(m[dataHead:dataHead], once[:], m[dataHead:], m[:dataHead])
	return plain, n, err
}
