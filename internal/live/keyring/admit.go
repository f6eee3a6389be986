package keyring

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// An Admission is an operator's word that a member counts in majorities: a signature over its name and
// its key, for the cluster of a label. Without a list of known keys anybody who holds the group's key
// can join under names of its own; such names are not admitted. It outlives its operator's key as
// long as that is in the list of operators.
type Admission [ed25519.SignatureSize]byte

// admitted is the word in a line, between the key and the signature.
const admittedWord = "admitted"

var errAdmission = errors.New("an admission is a line NAME ed25519 KEY admitted SIGNATURE, as \"bellwether live keys admit\" prints it")

// admission is what an operator signs to admit a member.
func admission(label, name string, key []byte) []byte {
	m := []byte("bellwether admission 1 ")
	for _, s := range []string{label, name, string(key)} {
		m = append(binary.BigEndian.AppendUint16(m, uint16(len(s))), s...)
	}
	return m
}

// Admit admits the member of this name and key.
func Admit(label, name string, key ed25519.PublicKey, operator ed25519.PrivateKey) Admission {
	return Admission(ed25519.Sign(operator, admission(label, name, key)))
}

// Line is the admission as a file has it, behind the line of the member.
func (a Admission) Line(member string) string {
	return member + " " + admittedWord + " " + base64.StdEncoding.EncodeToString(a[:])
}

// ParseAdmission reads an admission from a text with one such line; # begins a comment. The zero Admission is
// that of a text without a line.
func ParseAdmission(text []byte) (a Admission, err error) {
	for line := range strings.Lines(string(text)) {
		line, _, _ = strings.Cut(line, "#")
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		if len(words) < 5 || words[len(words)-2] != admittedWord || a != (Admission{}) {
			return Admission{}, errAdmission
		}
		sig, err := base64.StdEncoding.DecodeString(words[len(words)-1])
		if err != nil || len(sig) != len(a) {
			return Admission{}, fmt.Errorf("%w: the signature is damaged", errAdmission)
		}
		a = Admission(sig)
	}
	return a, nil
}

// checkedMost bounds the admissions whose check is remembered: twice the members of a cluster.
const checkedMost = 8192

// checked is an admission that was checked.
type checked struct {
	name string
	key  [ed25519.PublicKeySize]byte
	Admission
}

// Admits reports whether an operator has admitted the member of this name and key. A check takes some
// 60 µs, and is remembered.
func (r *Ring) Admits(name string, key [ed25519.PublicKeySize]byte, a Admission) bool {
	if a == (Admission{}) {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	c := checked{name, key, a}
	is, before := r.admitted[c]
	if before {
		return is
	}
	is = r.o.Operators.Admit(name, key, a)
	if r.admitted == nil || len(r.admitted) >= checkedMost {
		r.admitted = map[checked]bool{}
	}
	r.admitted[c] = is
	return is
}

// Admit reports whether one of the operators has admitted the member of this name and key.
func (p Operators) Admit(name string, key [ed25519.PublicKeySize]byte, a Admission) bool {
	return slices.ContainsFunc(p.Keys, func(k ed25519.PublicKey) bool { return ed25519.Verify(k, admission(p.Label, name, key[:]), a[:]) })
}
