package secure

import (
	"crypto/ed25519"
	"net"
)

// signedKinds is the difference between the kinds of signed and unsigned handshakes.
const signedKinds = 6

// A Peer is the proven ed25519 key of an agent.
type Peer [ed25519.PublicKeySize]byte

// A provenAddr is the source address of a packet whose sender has proved a key.
type provenAddr struct {
	net.Addr
	peer Peer
}

// PeerOf returns the key that was proved by the sender of a packet with this source address. Without identities it returns false.
func PeerOf(from net.Addr) (Peer, bool) {
	a, ok := from.(provenAddr)
	return a.peer, ok
}

// signs reports whether this agent has an identity, and expects one of others.
func (o *Options) signs() bool { return o.Identity != nil }

// kind is a kind of handshake as this agent sends and expects it.
func (o *Options) kind(k byte) byte {
	if o.signs() {
		return k + signedKinds
	}
	return k
}

// otherKind reports whether a kind is one of a handshake of agents that have identities, if
// this one has none, or the reverse.
func (o *Options) otherKind(k byte) bool {
	if !o.signs() {
		k -= signedKinds
	}
	return k == kindHello || k == kindWelcome || k == kindStreamHello || k == kindStreamWelcome
}

// own is the key that this agent proves.
func (o *Options) own() (p Peer) {
	if o.signs() {
		p = Peer(o.Identity.Public().(ed25519.PublicKey))
	}
	return p
}
