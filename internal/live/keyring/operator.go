package keyring

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"time"
)

// An operator has an ed25519 key that was made once, offline. Where agents know the public halves of
// operators' keys, an order about keys counts only with the signature of one of them: a member, or somebody
// who has stolen the key of the group, changes no key. Without operators every member may give orders.

// ErrUnsigned is why an order is not obeyed where operators are known.
var ErrUnsigned = errors.New("no operator that is known there has signed it: give it with --operator FILE")

// ErrAhead is why an order is not obeyed whose number is far ahead of the clock: it would outlive all
// later orders.
var ErrAhead = fmt.Errorf("its number is more than %v ahead of the clock there: set the clocks", aheadMost)

// ErrOld is why a signed order is not obeyed whose number is far behind the clock: it may be a recording.
var ErrOld = fmt.Errorf("it was signed more than %v ago, or the clock there is wrong: give the order again", aheadMost)

// aheadMost is how far the number of an order, which is a time, may be from the clock of an agent: enough
// for clocks that nobody sets, and short enough to wait for.
const aheadMost = time.Hour

// statement is what an operator signs. The label keeps clusters apart.
func (o Order) statement(label string) []byte {
	m := append([]byte("bellwether order about keys 1 "), byte(o.Verb))
	m = binary.BigEndian.AppendUint64(m, o.Number)
	m = binary.BigEndian.AppendUint16(m, uint16(len(label)))
	m = append(m, label...)
	sum := sha256.Sum256(o.Key) // the signature alone shows nothing of the key
	return append(m, sum[:]...)
}

// Signed returns the order with the signature of an operator, for the cluster of a label.
func (o Order) Signed(label string, operator ed25519.PrivateKey) Order {
	o.Signature = ed25519.Sign(operator, o.statement(label))
	return o
}

// Operators are whose orders a ring obeys.
type Operators struct {
	Label string              // of the cluster
	Keys  []ed25519.PublicKey // none: every member's orders are obeyed
}

// permits reports why an order is not obeyed.
func (p Operators) permits(o Order, now time.Time) error {
	if o.Number > uint64(now.Add(aheadMost).UnixNano()) {
		return ErrAhead
	}
	if len(p.Keys) == 0 {
		return nil
	}
	signs := func(k ed25519.PublicKey) bool { return ed25519.Verify(k, o.statement(p.Label), o.Signature) }
	switch {
	case !slices.ContainsFunc(p.Keys, signs):
		return ErrUnsigned
	case o.Number < uint64(now.Add(-aheadMost).UnixNano()):
		return ErrOld
	}
	return nil
}

// Operated replaces the operators, from the next order on.
func (r *Ring) Operated(by Operators) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.o.Operators, r.admitted = by, nil
}

// HasOperators reports whether only orders of operators are obeyed.
func (r *Ring) HasOperators() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.o.Operators.Keys) > 0
}

// OperatorsDigest is that of the operators that are obeyed now.
func (r *Ring) OperatorsDigest() uint32 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.o.Operators.digest()
}

// NoOperators is the digest of an empty list of operators.
const NoOperators = 1

// digest is four bytes that differ where lists differ, in whatever order: members compare them. It is never 0. Who
// can choose keys can make two lists with one digest, which hides a difference and permits nothing.
func (p Operators) digest() uint32 {
	if len(p.Keys) == 0 {
		return NoOperators
	}
	keys := slices.Clone(p.Keys)
	slices.SortFunc(keys, func(a, b ed25519.PublicKey) int { return bytes.Compare(a, b) })
	sum := sha256.Sum256(slices.Concat(slices.CompactFunc(keys, func(a, b ed25519.PublicKey) bool { return a.Equal(b) })...))
	return max(binary.BigEndian.Uint32(sum[:]), NoOperators+1)
}
