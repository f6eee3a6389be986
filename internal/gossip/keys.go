package gossip

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
)

var errPlain = errors.New("encryption is off: start with a key")

// InstallKey adds a key that decrypts what others send. To change the key of a
// cluster without a pause: install the new one on every member, then use it on
// every member, then remove the old one from every member.
func (g *Gossip) InstallKey(key []byte) error {
	if g.keyring == nil {
		return errPlain
	}
	g.keyMu.Lock()
	defer g.keyMu.Unlock()
	if len(g.keyring.GetKeys()) >= keyLimit && !g.holds(key) {
		return fmt.Errorf("install key: %d are installed already", keyLimit)
	}
	if err := g.keyring.AddKey(bytes.Clone(key)); err != nil {
		return fmt.Errorf("install key: %w", err)
	}
	return nil
}

// UseKey encrypts from now on with an installed key.
func (g *Gossip) UseKey(key []byte) error {
	if g.keyring == nil {
		return errPlain
	}
	g.keyMu.Lock()
	defer g.keyMu.Unlock()
	if err := g.keyring.UseKey(key); err != nil {
		return fmt.Errorf("use key: %w", err)
	}
	return nil
}

// RemoveKey takes the last of ListKeys out: the one that was in use the longest
// time ago. Removing a key from the middle would move the keys behind it while memberlist
// reads them without a lock.
func (g *Gossip) RemoveKey(key []byte) error {
	if g.keyring == nil {
		return errPlain
	}
	g.keyMu.Lock()
	defer g.keyMu.Unlock()
	keys := g.keyring.GetKeys()
	switch i := slices.IndexFunc(keys, func(k []byte) bool { return bytes.Equal(k, key) }); {
	case i < 0:
		return errors.New("remove key: it is not installed")
	case i == 0:
		return errors.New("remove key: it is in use: use another first")
	case i < len(keys)-1:
		return fmt.Errorf("remove key: %d older ones must be removed first", len(keys)-1-i)
	}
	if err := g.keyring.RemoveKey(key); err != nil {
		return fmt.Errorf("remove key: %w", err)
	}
	return nil
}

// ListKeys gives copies of the installed keys, the one in use first; none without
// encryption.
func (g *Gossip) ListKeys() [][]byte {
	if g.keyring == nil {
		return nil
	}
	g.keyMu.Lock()
	defer g.keyMu.Unlock()
	var keys [][]byte
	for _, k := range g.keyring.GetKeys() {
		keys = append(keys, bytes.Clone(k))
	}
	return keys
}

func (g *Gossip) holds(key []byte) bool {
	return slices.ContainsFunc(g.keyring.GetKeys(), func(k []byte) bool { return bytes.Equal(k, key) })
}
