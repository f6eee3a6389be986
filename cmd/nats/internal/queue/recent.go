package queue

import (
	"crypto/sha256"
	"encoding/hex"
)

// recent are hashes of the latest answers, by task, to compare later answers to the same tasks
// with them. Half of a hash is enough: it detects accidents, not attacks.
type recent struct {
	sums  map[[sha256.Size / 2]byte][sha256.Size / 2]byte
	order [][sha256.Size / 2]byte
	next  int
}

// mostRecent bounds what is remembered, in 7 MB: a second answer comes within a lease or two.
const mostRecent = 1 << 16

func newRecent() *recent {
	return &recent{sums: map[[sha256.Size / 2]byte][sha256.Size / 2]byte{}}
}

// half is the first half of a task's ID, as bytes.
func half(id string) (out [sha256.Size / 2]byte) {
	hex.Decode(out[:], []byte(id[:min(len(id), sha256.Size)])) // an ID is in hex
	return out
}

func sumOf(answer []byte) [sha256.Size / 2]byte {
	sum := sha256.Sum256(answer)
	return [sha256.Size / 2]byte(sum[:])
}

// keep remembers an answer.
func (r *recent) keep(id string, answer []byte) {
	key := half(id)
	if len(r.order) < mostRecent {
		r.order = append(r.order, key)
	} else {
		delete(r.sums, r.order[r.next])
		r.order[r.next] = key
		r.next = (r.next + 1) % mostRecent
	}
	r.sums[key] = sumOf(answer)
}

// knows reports whether the task has an answer that is remembered.
func (r *recent) knows(id string) bool {
	_, known := r.sums[half(id)]
	return known
}

// differs reports whether the task had another answer.
func (r *recent) differs(id string, answer []byte) bool {
	was, known := r.sums[half(id)]
	return known && was != sumOf(answer)
}
