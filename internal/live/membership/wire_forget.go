package membership

import (
	"fmt"
	"time"
)

// forgottenLimit bounds the forgotten members that an agent tells in an exchange of the whole
// state: the newest.
const forgottenLimit = 64

// A forgotten member was given up by an operator. The header has its id and its incarnation,
// not those of the sender. Receivers that see it alive, or in a later incarnation, ignore the
// message.
type forgotten struct {
	header
	prune bool // forget it altogether; else it is shown as left
	name  string
	at    time.Time // when this agent heard of it; not on the wire
}

func (f forgotten) append(b []byte) []byte {
	b = f.header.append(b)
	var flags byte
	if f.prune {
		flags = 1
	}
	return append(append(b, flags), f.name...)
}

// decodeForgotten accepts any bytes: it returns a forgotten member or an error.
func decodeForgotten(h header, b []byte) (forgotten, error) {
	if len(b) < 2 || b[0] > 1 || nameFault(string(b[1:])) != nil {
		return forgotten{}, fmt.Errorf("%w: forgotten member", errMessage)
	}
	return forgotten{header: h, prune: b[0] == 1, name: string(b[1:])}, nil
}
