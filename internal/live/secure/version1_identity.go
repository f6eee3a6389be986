package secure

import (
	"crypto/ed25519"
	"encoding/binary"
)

// The identities of version 1, which go with version1.go. With them each handshake is signed by its sender: the body of a hello or a welcome
// goes on with the sender's ed25519 key and a signature over the kind, the label, the body and
// the X25519 key of the hello that a welcome answers. Both ed25519 keys are part of the keys
// of the conversation, so nobody can pass off another's X25519 key as his own. A recorded
// hello is answered, but cannot be continued without the X25519 key in it. Packets cost
// nothing more: each conversation is one of two proven keys.

// identityBytes is what an identity adds to a hello and to a welcome.
const identityBytes = ed25519.PublicKeySize + ed25519.SignatureSize

// A proof is an ed25519 key and its signature over a handshake. Without identities it is zero.
type proof struct {
	peer      Peer
	signature [ed25519.SignatureSize]byte
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
