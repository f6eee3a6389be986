package daemon

import (
	"bufio"
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"bellwether/internal/live/identity"
	"bellwether/internal/live/keyring"
)

// keyBytes is the length of new keys: as much as what package secure derives from them.
const keyBytes = 32

// NewKey returns a random key, in base64.
func NewKey() string {
	key := make([]byte, keyBytes)
	_, _ = rand.Read(key) // never fails: crypto/rand ends the program instead
	return base64.StdEncoding.EncodeToString(key)
}

// keyFileHead begins a key file.
const keyFileHead = "# Keys of bellwether's gossip. The first encrypts, all of them decrypt.\n"

// NewKeyFile makes a key file with one new key, which nobody else can read. It never
// changes a file that exists.
func NewKeyFile(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s exists already, and may hold the keys of a running cluster: choose another name", path)
	}
	if err != nil {
		return err
	}
	_, err = f.WriteString(keyFileHead + NewKey() + "\n")
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return nil
}

// ReadKeyFile returns the keys of a file that nobody else can read, the primary first.
// Each line holds one key in base64; # begins a comment.
func ReadKeyFile(path string) ([][]byte, error) {
	text, err := readSecret(path)
	if err != nil {
		return nil, err
	}
	return ParseKeys(path, text)
}

// ParseKeys returns the keys in a text, the primary first.
func ParseKeys(name string, text []byte) (keys [][]byte, err error) {
	lines := bufio.NewScanner(bytes.NewReader(text))
	for n := 1; lines.Scan(); n++ {
		line, _, _ := strings.Cut(lines.Text(), "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		key, err := ParseKey(line)
		if err == nil {
			err = keyring.CheckNew(key)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		keys = append(keys, key)
	}
	if len(keys) == 0 {
		return nil, fmt.Errorf("%w in %s: make a file with bellwether live keys new", errNoKeys, name)
	}
	return keys, nil
}

// Keyring reads the keys of the state directory. Before the first order about keys these are
// the keys of the key file. Otherwise, if the two differ, stale is keyring.ErrOrdered.
func (s *Settings) Keyring() (ring *keyring.Ring, stale, err error) {
	keys, err := ReadKeyFile(s.KeyFile)
	if err != nil {
		return nil, nil, err
	}
	by, err := s.operatedBy()
	if err != nil {
		return nil, nil, err
	}
	if ring, err = keyring.Open(keyring.Options{File: filepath.Join(s.State, keyring.FileName), First: keys, Operators: by}); err != nil {
		return nil, nil, err
	}
	return ring, ring.Reread(keys), nil
}

// operatedBy reads the list of operators; without one every member's orders are obeyed.
func (s *Settings) operatedBy() (by keyring.Operators, err error) {
	by.Label = s.Label
	if s.Operators == "" {
		return by, nil
	}
	list, err := identity.Listed(s.Operators)
	if err != nil {
		return by, err
	}
	for _, k := range list.Keys() {
		by.Keys = append(by.Keys, ed25519.PublicKey(k[:]))
	}
	if len(by.Keys) == 0 {
		return by, fmt.Errorf("%s names no operator: a line is NAME ed25519 KEY, as \"bellwether live keys operator\" prints it", s.Operators)
	}
	return by, nil
}

// ParseKey reads a key. Its errors do not quote the key.
func ParseKey(text string) ([]byte, error) {
	key, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, errors.New("a key must be in base64")
	}
	if n := len(key); n != 16 && n != 24 && n != 32 {
		return nil, fmt.Errorf("a key must have 16, 24 or 32 bytes, this has %d", n)
	}
	return key, nil
}
