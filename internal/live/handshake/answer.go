package handshake

import (
	"errors"
	"fmt"
	"slices"

	"github.com/flynn/noise"
)

// An Answer is the handshake of the side that is greeted. It is used by one goroutine at a time.
type Answer struct {
	side  *Side
	key   *Key
	state *noise.HandshakeState
	last  message       // the last one of both
	done  *Conversation // nil: the finish is awaited

	Card  Card             // of the opener
	First [pointBytes]byte // the ephemeral key of the hello
}

// Read reads a hello. Diffie-Hellman is not computed yet.
func (s *Side) Read(k *Key, hello []byte) (*Answer, error) {
	if len(hello) != s.HelloBytes() {
		return nil, errMessage
	}
	a := &Answer{side: s, key: k, last: slices.Clone(hello), First: [pointBytes]byte(hello[HelloHead:])}
	var err error
	if a.state, err = noise.NewHandshakeState(s.config(k, hello[:HelloHead])); err != nil {
		return nil, fmt.Errorf("handshake: %w", err)
	}
	payload, _, _, err := a.state.ReadMessage(nil, hello[HelloHead:])
	if err != nil {
		return nil, err
	}
	a.Card, _, err = decodeCard(payload)
	return a, err
}

// Welcome makes the second message, once. The head has WelcomeHead bytes.
func (a *Answer) Welcome(head []byte, c Card) ([]byte, error) {
	payload := c.append(nil)
	if a.side.static != nil {
		payload = append(payload, a.side.static.vouch...)
	}
	m, there, back, err := a.state.WriteMessage(slices.Clone(head), payload)
	if err != nil {
		return nil, err // an ephemeral key of low order
	}
	if there != nil {
		c := split(there, back).opposed()
		a.done = &c
	}
	a.last = a.key.coded(m, a.last)
	return slices.Clone(a.last), nil
}

var errFinished = errors.New("the handshake awaits another message")

// Conversation returns what the handshake led to. Without identities that is known after the welcome,
// and the first data prove that the opener goes on.
func (a *Answer) Conversation() (c Conversation, ok bool) {
	if a.done == nil {
		return c, false
	}
	return *a.done, true
}

// Finish reads the third message, head excluded. After an error another one can be read, unless a holder
// of the group key made it.
func (a *Answer) Finish(m []byte) (Conversation, error) {
	if a.done != nil || a.side.static == nil {
		return Conversation{}, errFinished
	}
	body, err := a.key.checked(m, a.last)
	if err != nil {
		return Conversation{}, err
	}
	payload, there, back, err := a.state.ReadMessage(nil, body)
	if err != nil {
		return Conversation{}, err
	}
	peer, err := a.side.vouched(a.state.PeerStatic(), payload)
	if err != nil {
		return Conversation{}, err
	}
	c := split(there, back).opposed()
	c.Peer = peer
	a.done = &c
	return c, nil
}
