package membership

import (
	"encoding/binary"
	"fmt"
	"slices"

	"bellwether/internal/live/keyring"
)

// tell is the verb of an order that asks for the keys of a member, and changes nothing.
const tell = keyring.Remove + 1

// orderLimit bounds the orders and replies that wait.
const orderLimit = 64

// appendOrder writes an order: its number, the verb and the key.
func appendOrder(b []byte, o keyring.Order) []byte {
	return append(append(binary.BigEndian.AppendUint64(b, o.Number), byte(o.Verb)), o.Key...)
}

// decodeOrder accepts any bytes: it returns an order or an error.
func decodeOrder(b []byte) (keyring.Order, error) {
	if len(b) < 9 {
		return keyring.Order{}, fmt.Errorf("%w: order of %d bytes", errMessage, len(b))
	}
	o := keyring.Order{Number: binary.BigEndian.Uint64(b), Step: keyring.Step{Verb: keyring.Verb(b[8]), Key: slices.Clone(b[9:])}}
	long := slices.Contains([]int{16, 24, 32}, len(o.Key))
	if o.Verb < keyring.Install || o.Verb > tell || o.Verb < tell && !long || o.Verb == tell && len(o.Key) > 0 {
		return keyring.Order{}, fmt.Errorf("%w: order", errMessage)
	}
	return o, nil
}

// A reply answers the order of that number: with why it was not obeyed, or "", or with the keys
// that were asked for.
type reply struct {
	number uint64
	body   string
}

// replyLimit bounds the body of a reply, in bytes: sixteen keys fit.
const replyLimit = 700

func (a reply) append(b []byte) []byte {
	return append(binary.BigEndian.AppendUint64(b, a.number), a.body[:min(len(a.body), replyLimit)]...)
}

func decodeReply(b []byte) (reply, error) {
	if len(b) < 8 || len(b) > 8+replyLimit {
		return reply{}, fmt.Errorf("%w: reply of %d bytes", errMessage, len(b))
	}
	return reply{binary.BigEndian.Uint64(b), string(b[8:])}, nil
}

// appendKeys writes keys, each as the number of its order, its length in one byte, and itself.
func appendKeys(b []byte, keys []keyring.Key) []byte {
	for _, k := range keys {
		b = append(binary.BigEndian.AppendUint64(b, k.Order), byte(len(k.Key)))
		b = append(b, k.Key...)
	}
	return b
}

// decodeKeys accepts any bytes: it returns keys or an error.
func decodeKeys(b []byte) (keys []keyring.Key, err error) {
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
