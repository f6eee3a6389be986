package wire

import (
	"crypto/ed25519"
	"encoding/binary"
	"fmt"
	"slices"

	"bellwether/internal/live/keyring"
)

// Tell is the verb of an order that asks for the keys of a member, and changes nothing.
const Tell = keyring.Remove + 1

// OrderLimit bounds the orders and replies that wait.
const OrderLimit = 64

// AppendOrder writes an order: its number, the verb, the key, and the signature if it has one.
func AppendOrder(b []byte, o keyring.Order) []byte {
	return append(append(binary.BigEndian.AppendUint64(b, o.Number), byte(o.Verb)), slices.Concat(o.Key, o.Signature)...)
}

// DecodeOrder accepts any bytes: it returns an order or an error.
func DecodeOrder(b []byte) (keyring.Order, error) {
	if len(b) < 9 {
		return keyring.Order{}, fmt.Errorf("%w: order of %d bytes", errMessage, len(b))
	}
	o := keyring.Order{Number: binary.BigEndian.Uint64(b), Step: keyring.Step{Verb: keyring.Verb(b[8]), Key: slices.Clone(b[9:])}}
	if n := len(o.Key) - ed25519.SignatureSize; slices.Contains([]int{16, 24, 32}, n) {
		o.Key, o.Signature = o.Key[:n:n], o.Key[n:]
	}
	long := slices.Contains([]int{16, 24, 32}, len(o.Key))
	if o.Verb < keyring.Install || o.Verb > Tell || o.Verb < Tell && !long || o.Verb == Tell && len(o.Key) > 0 {
		return keyring.Order{}, fmt.Errorf("%w: order", errMessage)
	}
	return o, nil
}

// A Reply answers the order of that number: with why it was not obeyed, or "", or with the keys
// that were asked for.
type Reply struct {
	Number uint64
	Body   string
}

// replyLimit bounds the body of a reply, in bytes: sixteen keys fit.
const replyLimit = 700

func (a Reply) Append(b []byte) []byte {
	return append(binary.BigEndian.AppendUint64(b, a.Number), a.Body[:min(len(a.Body), replyLimit)]...)
}

func DecodeReply(b []byte) (Reply, error) {
	if len(b) < 8 || len(b) > 8+replyLimit {
		return Reply{}, fmt.Errorf("%w: reply of %d bytes", errMessage, len(b))
	}
	return Reply{binary.BigEndian.Uint64(b), string(b[8:])}, nil
}

// AppendKeys writes keys, each as the number of its order, its length in one byte, and itself.
func AppendKeys(b []byte, keys []keyring.Key) []byte {
	for _, k := range keys {
		b = append(binary.BigEndian.AppendUint64(b, k.Order), byte(len(k.Key)))
		b = append(b, k.Key...)
	}
	return b
}

// DecodeKeys accepts any bytes: it returns keys or an error.
func DecodeKeys(b []byte) (keys []keyring.Key, err error) {
	for len(b) > 0 {
		if len(b) < 9 || len(b) < 9+int(b[8]) {
			return nil, fmt.Errorf("%w: keys", errMessage)
		}
		n := 9 + int(b[8])
		keys = append(keys, keyring.Key{Key: slices.Clone(b[9:n]), Order: binary.BigEndian.Uint64(b)})
		b = b[n:]
	}
	return keys, nil
}
