package handshake

import (
	"crypto/aes"
	"crypto/cipher"

	"github.com/flynn/noise"
)

// A Conversation is what a handshake leads to.
type Conversation struct {
	Out, In cipher.AEAD // what this side sends, and what it receives; nonces are counters
	Peer    Peer        // zero without identities
}

// opposed is the conversation as the answering side has it.
func (c Conversation) opposed() Conversation { return Conversation{Out: c.In, In: c.Out, Peer: c.Peer} }

// split is the conversation of the opener. Noise's first key is that of the opener's messages.
func split(there, back *noise.CipherState) Conversation {
	return Conversation{Out: gcm(there), In: gcm(back)}
}

// gcm is AES-256-GCM under a key of Noise's Split. The counters of packets are its nonces, so the
// key is used without Noise's own counter, which would not survive a lost packet.
func gcm(s *noise.CipherState) cipher.AEAD {
	key := s.UnsafeKey()
	block, err := aes.NewCipher(key[:])
	if err != nil {
		panic("handshake: AES: " + err.Error()) // the length is right
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		panic("handshake: GCM: " + err.Error())
	}
	return aead
}
