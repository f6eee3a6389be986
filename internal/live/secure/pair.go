package secure

import (
	"crypto/cipher"
	"crypto/ecdh"
	"encoding/binary"
	"net/netip"
	"sync/atomic"
	"time"
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
	index uint32 // ours: begins what we receive
	group *groupKey
	own   *ecdh.PrivateKey
	made  time.Time

	stage stage           // guarded by Transport.mu, like addr, to, tries and timer
	addr  netip.AddrPort  // where the other says that it is reached; zero if it was greeted elsewhere
	life  life            // of the other
	peer  Peer            // the key that the other proved; zero without identities
	first *ecdh.PublicKey // of the hello

	// Of a pair that began with our hello.
	to    netip.AddrPort // where it was sent
	hello []byte
	tries int // left
	timer *time.Timer

	// Of a pair that began with the other's hello; used by Transport.read alone.
	point   *ecdh.PublicKey // the other's
	welcome []byte

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
	m := marked(make([]byte, 0, Overhead+len(b)), kindData)
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

// converse derives the ciphers of a pair that we welcomed.
func (p *pair) converse(o *Options) error {
	there, back, err := o.conversation(p.group, p.own, end{p.point, p.peer}, end{p.own.PublicKey(), o.own()})
	p.in, p.out = there, back
	return err
}
