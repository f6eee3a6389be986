package handshake

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"slices"
)

// domain begins the purpose of every derived key, so that no key equals one that is derived from the
// same group key for another use, as by version 1.
const domain = "bellwether sealed 2 "

// A Key is what is derived from one group key.
type Key struct {
	psk  []byte // of Noise
	code []byte // authenticates welcomes and finishes
	prk  []byte
}

// NewKey derives from a group key of any length.
func NewKey(group []byte) *Key {
	prk, err := hkdf.Extract(sha256.New, group, []byte(domain))
	if err != nil {
		panic("handshake: HKDF: " + err.Error()) // only in a FIPS mode that forbids it
	}
	k := &Key{prk: prk}
	k.psk, k.code = k.Derive("noise psk"), k.Derive("code")
	return k
}

// Derive returns 32 bytes for a purpose.
func (k *Key) Derive(purpose string) []byte {
	b, err := hkdf.Expand(sha256.New, k.prk, domain+purpose, 32)
	if err != nil {
		panic("handshake: HKDF: " + err.Error()) // the length is a constant
	}
	return b
}

// coded appends the code of a message that answers another: of its bytes, and of the last bytes of
// the other, which are a tag or a code.
func (k *Key) coded(m []byte, answered message) []byte {
	h := hmac.New(sha256.New, k.code)
	h.Write(answered[len(answered)-codeBytes:])
	h.Write(m)
	return append(m, h.Sum(nil)[:codeBytes]...)
}

// checked returns a message without its code, if the code is right.
func (k *Key) checked(m []byte, answered message) ([]byte, error) {
	if len(m) < codeBytes {
		return nil, errMessage
	}
	body := m[:len(m)-codeBytes]
	if !hmac.Equal(m, k.coded(slices.Clone(body), answered)) {
		return nil, errMessage
	}
	return body, nil
}

// A message is one that was answered.
type message []byte
