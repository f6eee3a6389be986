package handshake

import (
	"crypto/ed25519"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/flynn/noise"
)

// A Peer is the proven ed25519 key of an agent.
type Peer [ed25519.PublicKeySize]byte

// A Side is what an agent brings to each of its handshakes. Its methods may be called from any
// goroutine.
type Side struct {
	label  string
	random io.Reader
	suite  noise.CipherSuite
	static *static // nil without an identity
}

// A static is the X25519 key of a life, with the proof whose it is.
type static struct {
	pair  noise.DHKey
	vouch []byte // ed25519 key and signature
}

// Options make a side. Label and Random are required.
type Options struct {
	Label    string             // of the cluster
	Random   io.Reader          // of the system
	Identity ed25519.PrivateKey // what this agent proves; nil: nothing, and it expects no proof
}

// NewSide makes a side, and draws its static key if it has an identity.
func NewSide(o Options) (*Side, error) {
	s := &Side{label: o.Label, random: o.Random,
		suite: noise.NewCipherSuite(noise.DH25519, noise.CipherAESGCM, noise.HashSHA256)}
	if o.Identity == nil {
		return s, nil
	}
	pair, err := s.suite.GenerateKeypair(o.Random)
	if err != nil {
		return nil, fmt.Errorf("handshake: %w", err)
	}
	vouch := append([]byte(nil), o.Identity.Public().(ed25519.PublicKey)...)
	s.static = &static{pair, append(vouch, ed25519.Sign(o.Identity, s.statement(pair.Public))...)}
	return s, nil
}

// statement is what a vouch signs.
func (s *Side) statement(static []byte) []byte {
	m := binary.BigEndian.AppendUint16([]byte(domain+"static "), uint16(len(s.label)))
	return append(append(m, s.label...), static...)
}

// ErrIdentity is the error of a handshake whose other side does not prove the identity that it claims.
var ErrIdentity = errors.New("the identity is false")

// vouched checks a vouch for a static key.
func (s *Side) vouched(static, vouch []byte) (p Peer, err error) {
	if len(vouch) != vouchBytes {
		return p, errMessage
	}
	p = Peer(vouch)
	if !ed25519.Verify(p[:], s.statement(static), vouch[len(p):]) {
		return Peer{}, ErrIdentity
	}
	return p, nil
}

// config is Noise's configuration for a handshake that a hello with this head began. It lacks who began.
func (s *Side) config(k *Key, head []byte) noise.Config {
	prologue := append([]byte(domain), head...)
	c := noise.Config{CipherSuite: s.suite, Random: s.random, Pattern: noise.HandshakeNN,
		Prologue: append(prologue, s.label...), PresharedKey: k.psk}
	if s.static != nil {
		c.Pattern, c.StaticKeypair = noise.HandshakeXX, s.static.pair
	}
	return c
}
