package gossip

import (
	"errors"
	"fmt"
)

var errPlain = errors.New("encryption is off: start with a key")

// InstallKey adds a key under which conversations of others are accepted. To change the key of a cluster
// without a pause: install the new one on every member, then use it on every member, then
// remove the old one from every member.
func (g *Gossip) InstallKey(key []byte) error {
	if g.ring == nil {
		return errPlain
	}
	return about("install", g.ring.Install(key))
}

// UseKey makes an installed key the one under which conversations begin from now on.
func (g *Gossip) UseKey(key []byte) error {
	if g.ring == nil {
		return errPlain
	}
	return about("use", g.ring.Use(key))
}

// RemoveKey removes a key that is not in use. Conversations under it end.
func (g *Gossip) RemoveKey(key []byte) error {
	if g.ring == nil {
		return errPlain
	}
	return about("remove", g.ring.Remove(key))
}

func about(what string, err error) error {
	if err != nil {
		return fmt.Errorf("%s key: %w", what, err)
	}
	return nil
}

// ListKeys gives copies of the installed keys, the one in use first; none without
// encryption.
func (g *Gossip) ListKeys() [][]byte {
	if g.ring == nil {
		return nil
	}
	return g.ring.Keys()
}
