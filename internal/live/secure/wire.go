package secure

import (
	"crypto/aes"
	"crypto/cipher"
	"encoding/binary"
)

// magic begins every packet and stream of this package. memberlist's own begin with a
// number below 14, or with 244.
const magic = 0xBE

// The versions of the encryption, in the high four bits of the second byte.
const (
	version1 byte = iota + 1
	version2
)

// The kinds, in the low four bits of the second byte.
const (
	kindHello byte = iota + 1
	kindWelcome
	kindData
	kindStreamHello
	kindStreamWelcome
	kindRefusal
	// The next six are the first with identities; of those, that of data and that of refusals are not used.
)

// The kinds that only version 2 has.
const (
	kindFinish byte = iota + 13
	kindCookie
)

// Sizes of parts, in bytes.
const (
	markBytes    = 2
	hintBytes    = 4
	indexBytes   = 4
	saltBytes    = 16
	tagBytes     = 16
	pointBytes   = 32
	lifeBytes    = 8
	counterBytes = 8
	dataHead     = markBytes + indexBytes + counterBytes
	// Overhead is what a packet has beyond its data, in bytes.
	Overhead = dataHead + tagBytes
)

// A life is drawn at random when a transport starts. It changes when an agent restarts at the
// same address.
type life [lifeBytes]byte

// gcm is AES-256-GCM under a key of 32 bytes.
func gcm(key []byte) cipher.AEAD {
	block, err := aes.NewCipher(key)
	if err != nil {
		panic("sealed: AES: " + err.Error()) // the length is right
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		panic("sealed: GCM: " + err.Error())
	}
	return aead
}

// nonce is the n-th nonce of a cipher whose nonces are a counter.
func nonce(n uint64) [12]byte {
	var b [12]byte
	binary.BigEndian.PutUint64(b[4:], n)
	return b
}
