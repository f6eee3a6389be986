package hello

import (
	"slices"

	"bellwether/protocol"
)

// tableStep is how many neighbours a table grows by. Degrees change by a few at a time;
// doubling would waste a third of the memory of a large world.
const tableStep = 4

// A contact is the time of a neighbour's last greeting, and its life then.
type contact struct{ ms, life uint32 }

// A table holds the neighbours of a node, sorted, with the time of each one's last
// greeting, in milliseconds modulo 2³², and its life then. All is in one piece of memory,
// first IDs, then times, then lives, because a greeting costs the cache lines that it
// touches.
type table struct {
	words      []protocol.ID // room IDs, room times, room lives
	size, room int32
}

// ids are the neighbours.
func (t *table) ids() []protocol.ID { return t.words[:t.size:t.size] }

// counted is how many neighbours find counts through. Each half of a search is mispredicted as often as
// not, which costs as much as a dozen numbers that are only counted.
const counted = 32

// find returns the index of id, or where to insert it.
func (t *table) find(id protocol.ID) (at int, known bool) {
	ids := t.words[:t.size]
	if len(ids) > counted {
		at, known = slices.BinarySearch(ids, id)
		return at, known
	}
	for _, other := range ids {
		at += int(uint64(int64(other)-int64(id)) >> 63) // 1 if it is smaller
	}
	return at, at < len(ids) && ids[at] == id
}

// last is the last contact with the neighbour at an index.
func (t *table) last(at int) contact {
	return contact{ms: uint32(t.words[int(t.room)+at]), life: uint32(t.words[2*int(t.room)+at])}
}

// hear sets the time of a contact in the same life.
func (t *table) hear(at int, ms uint32) { t.words[int(t.room)+at] = protocol.ID(ms) }

// insert adds a neighbour at an index.
func (t *table) insert(at int, id protocol.ID, c contact) {
	if t.size == t.room {
		t.resize(t.room + tableStep)
	}
	t.size++
	for i, word := range []protocol.ID{id, protocol.ID(c.ms), protocol.ID(c.life)} {
		part := t.words[i*int(t.room):][:t.size]
		copy(part[at+1:], part[at:])
		part[at] = word
	}
}

// remove removes a neighbour, and frees memory that is no longer needed.
func (t *table) remove(at int) {
	for i := range 3 {
		part := t.words[i*int(t.room):][:t.size]
		copy(part[at:], part[at+1:])
		part[t.size-1] = 0
	}
	t.size--
	if t.room-t.size >= 3*tableStep {
		t.resize(t.size + tableStep)
	}
}

func (t *table) resize(room int32) {
	words := make([]protocol.ID, 3*room)
	for i := range int32(3) {
		copy(words[i*room:], t.words[i*t.room:][:t.size])
	}
	t.words, t.room = words, room
}
