package queue

import (
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/nats-io/nkeys"
)

// A token is what a worker needs to work for a guarded server: the seed of its key, which
// authenticates the worker, and the SHA-256 of the server's certificate, which authenticates
// the server.
type token struct {
	seed [32]byte
	cert [32]byte
}

// tokenHead names the form of a token.
const tokenHead = "bw1."

// String is the token as text.
func (t token) String() string {
	return tokenHead + base64.RawURLEncoding.EncodeToString(append(t.seed[:], t.cert[:]...))
}

// readToken reads a token, or a file with one: @FILE.
func readToken(text string) (token, error) {
	if file, is := strings.CutPrefix(text, "@"); is {
		data, err := os.ReadFile(file)
		if err != nil {
			return token{}, fmt.Errorf("--token: %w", err)
		}
		text = strings.TrimSpace(string(data))
	}
	body, ours := strings.CutPrefix(text, tokenHead)
	raw, err := base64.RawURLEncoding.Strict().DecodeString(body)
	if !ours || err != nil || len(raw) != 64 || len(body) != base64.RawURLEncoding.EncodedLen(64) { // the decoder skips line ends
		return token{}, errors.New("--token: no token of bellwether sweep --serve, which begins with " + tokenHead + " and has 90 characters; @FILE reads it from a file")
	}
	return token{[32]byte(raw[:32]), [32]byte(raw[32:])}, nil
}

// pair returns the worker's key.
func (t token) pair() (nkeys.KeyPair, error) {
	seed, err := nkeys.EncodeSeed(nkeys.PrefixByteUser, t.seed[:])
	if err != nil {
		return nil, err
	}
	return nkeys.FromSeed(seed)
}

// public is the worker's public key.
func (t token) public() (string, error) {
	pair, err := t.pair()
	if err != nil {
		return "", err
	}
	return pair.PublicKey()
}
