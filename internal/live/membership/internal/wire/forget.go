package wire

import (
	"fmt"
	"time"
)

// ForgottenLimit bounds the forgotten members that an agent tells in an exchange of the whole
// state: the newest.
const ForgottenLimit = 64

// A Forgotten member was given up by an operator. The header has its id and its incarnation,
// not the sender's. Receivers that see it alive, or in a later incarnation, ignore the
// message.
type Forgotten struct {
	Header
	Prune bool // forget it altogether; else it is shown as left
	Name  string
	At    time.Time // when this agent heard of it; not on the wire
}

func (f Forgotten) Append(b []byte) []byte {
	b = f.Header.Append(b)
	var flags byte
	if f.Prune {
		flags = 1
	}
	return append(append(b, flags), f.Name...)
}

// DecodeForgotten accepts any bytes: it returns a forgotten member or an error.
func DecodeForgotten(h Header, b []byte) (Forgotten, error) {
	if len(b) < 2 || b[0] > 1 || NameFault(string(b[1:])) != nil {
		return Forgotten{}, fmt.Errorf("%w: forgotten member", errMessage)
	}
	return Forgotten{Header: h, Prune: b[0] == 1, Name: string(b[1:])}, nil
}
