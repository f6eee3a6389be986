package secure

import (
	"crypto/ed25519"
	"encoding/binary"
	"net"
)

// With identities each handshake is signed by its sender: the body of a hello or a welcome
// goes on with the sender's ed25519 key and a signature over the kind, the label, the body and
// the X25519 key of the hello that a welcome answers. Both ed25519 keys are part of the keys
// of the conversation, so nobody can pass off another's X25519 key as his own. A recorded
// hello is answered, but cannot be continued without the X25519 key in it. Packets cost
// nothing more: each conversation is one of two proven keys.

// identityBytes is what an identity adds to a hello and to a welcome.
const identityBytes = ed25519.PublicKeySize + ed25519.SignatureSize

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

// A proof is an ed25519 key and its signature over a handshake. Without identities it is zero.
type proof struct {
	peer      Peer
	signature [ed25519.SignatureSize]byte
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

// helloBytes and welcomeBytes are the lengths of handshakes.
func (o *Options) helloBytes() int { return helloBytes + o.identityBytes() }

func (o *Options) welcomeBytes() int { return welcomeBytes + o.identityBytes() }

func (o *Options) identityBytes() int {
	if o.signs() {
		return identityBytes
	}
	return 0
}

// own is the key that this agent proves.
func (o *Options) own() (p Peer) {
	if o.signs() {
		p = Peer(o.Identity.Public().(ed25519.PublicKey))
	}
	return p
}

// signedText is what the signature of a handshake is over.
func (o *Options) signedText(kind byte, b body, bound []byte) []byte {
	m := append([]byte(domain+"identity "), kind)
	m = binary.BigEndian.AppendUint16(m, uint16(len(o.Label)))
	m = append(m, o.Label...)
	return append(b.append(m), bound...)
}

// proved returns a body with its proof, if this agent has an identity.
func (o *Options) proved(kind byte, b body, bound []byte) body {
	if o.signs() {
		b.proof = &proof{peer: o.own()}
		copy(b.proof.signature[:], ed25519.Sign(o.Identity, o.signedText(kind, b, bound)))
	}
	return b
}

// proves reports whether a body has a valid proof, or needs none.
func (o *Options) proves(kind byte, b body, bound []byte) bool {
	if !o.signs() {
		return b.proof == nil
	}
	return b.proof != nil && ed25519.Verify(b.proof.peer[:], o.signedText(kind, b, bound), b.proof.signature[:])
}

// peer is the key of a body's sender, zero without identities.
func (b body) peer() (p Peer) {
	if b.proof != nil {
		p = b.proof.peer
	}
	return p
}
