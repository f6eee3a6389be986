package handshake

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"github.com/flynn/noise"
)

// An Opening is the handshake of the side that says hello. It is used by one goroutine at a time.
type Opening struct {
	side  *Side
	key   *Key
	head  []byte
	card  Card
	seed  [pointBytes]byte // the private ephemeral key
	state *noise.HandshakeState
	hello []byte
}

// Open begins a handshake. The head has HelloHead bytes.
func (s *Side) Open(k *Key, head []byte, c Card) (*Opening, error) {
	o := &Opening{side: s, key: k, head: slices.Clone(head), card: c}
	if _, err := io.ReadFull(s.random, o.seed[:]); err != nil {
		return nil, fmt.Errorf("handshake: %w", err)
	}
	return o, o.begin()
}

// begin makes the state of before the welcome, and the hello: the same each time.
func (o *Opening) begin() (err error) {
	c := o.side.config(o.key, o.head)
	c.Initiator, c.Random = true, bytes.NewReader(o.seed[:])
	if o.state, err = noise.NewHandshakeState(c); err != nil {
		return fmt.Errorf("handshake: %w", err)
	}
	payload := append(o.card.append(nil), make([]byte, o.side.HelloBytes()-groupHello)...)
	if o.hello, _, _, err = o.state.WriteMessage(slices.Clone(o.head), payload); err != nil {
		return fmt.Errorf("handshake: %w", err)
	}
	return nil
}

// Hello is the first message.
func (o *Opening) Hello() []byte { return slices.Clone(o.hello) }

// First is the ephemeral key of the hello. It tells handshakes apart.
func (o *Opening) First() [pointBytes]byte { return [pointBytes]byte(o.hello[HelloHead:]) }

// A Welcomed is what the opener has after the welcome.
type Welcomed struct {
	Conversation
	Card   Card
	Finish []byte // the third message behind its head; nil without identities
}

// Welcomed reads a welcome. After an error another one can be read.
func (o *Opening) Welcomed(m []byte) (w Welcomed, err error) {
	if len(m) != o.side.WelcomeBytes() {
		return w, errMessage
	}
	body, err := o.key.checked(m, o.hello)
	if err != nil {
		return w, err
	}
	if w, err = o.welcomed(body[WelcomeHead:]); err != nil {
		if again := o.begin(); again != nil {
			return Welcomed{}, again
		}
		return Welcomed{}, err
	}
	if w.Finish != nil {
		w.Finish = o.key.coded(w.Finish, m)
	}
	return w, nil
}

func (o *Opening) welcomed(m []byte) (w Welcomed, err error) {
	payload, there, back, err := o.state.ReadMessage(nil, m)
	if err != nil {
		return w, err
	}
	card, vouch, err := decodeCard(payload)
	if err != nil {
		return w, err
	}
	w.Card = card
	if o.side.static == nil {
		if len(vouch) > 0 {
			return w, errMessage
		}
		w.Conversation = split(there, back)
		return w, nil
	}
	peer, err := o.side.vouched(o.state.PeerStatic(), vouch)
	if err != nil {
		return w, err
	}
	if w.Finish, there, back, err = o.state.WriteMessage(nil, o.side.static.vouch); err != nil {
		return w, err
	}
	w.Conversation = split(there, back)
	w.Peer = peer
	return w, nil
}
