package identity

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"

	"bellwether/internal/base/durable"
)

// A Key is the public key of an agent.
type Key [ed25519.PublicKeySize]byte

// String is the key in base64, as in files.
func (k Key) String() string { return base64.StdEncoding.EncodeToString(k[:]) }

// ParseKey reads a key in base64.
func ParseKey(text string) (Key, error) {
	b, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(b) != len(Key{}) {
		return Key{}, fmt.Errorf("%q is no ed25519 key: it has %d bytes in base64", text, len(Key{}))
	}
	return Key(b), nil
}

// Public is the public half of a private key.
func Public(k ed25519.PrivateKey) Key { return Key(k.Public().(ed25519.PublicKey)) }

// blockType is the type of a PKCS #8 key in PEM.
const blockType = "PRIVATE KEY"

// fileLimit bounds a file with a private key, in bytes: one has 119.
const fileLimit = 4 << 10

// Load reads the private key in a file. If there is no file, Load makes one with a new key.
func Load(file string) (ed25519.PrivateKey, error) {
	info, err := os.Stat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return create(file)
	case err != nil:
		return nil, err
	case info.Mode().Perm()&0o077 != 0 && runtime.GOOS != "windows":
		return nil, fmt.Errorf("others may read %s (mode %04o): chmod 600 it", file, info.Mode().Perm())
	case info.Size() > fileLimit:
		return nil, fmt.Errorf("%s has %d bytes, at most %d are read", file, info.Size(), fileLimit)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	block, _ := pem.Decode(text)
	if block == nil || block.Type != blockType {
		return nil, fmt.Errorf("%s holds no private key in PEM", file)
	}
	parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	key, ok := parsed.(ed25519.PrivateKey)
	if !ok {
		return nil, fmt.Errorf("%s holds no ed25519 key", file)
	}
	return key, nil
}

func create(file string) (ed25519.PrivateKey, error) {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, err
	}
	text := pem.EncodeToMemory(&pem.Block{Type: blockType, Bytes: der})
	if err := durable.Write(durable.OS{}, file, 0o600, text); err != nil {
		return nil, fmt.Errorf("the identity cannot be stored: %w", err)
	}
	return key, nil
}
