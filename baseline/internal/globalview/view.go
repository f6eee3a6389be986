package globalview

import (
	"cmp"
	"math"
	"slices"

	"bellwether/protocol"
)

// Clock is a member's logical clock: the boots it remembers, then the changes that it has
// sent since.
type Clock struct{ Boot, Changes uint32 }

// Compare orders clocks: first by boot, then by changes.
func (c Clock) Compare(d Clock) int {
	return cmp.Or(cmp.Compare(c.Boot, d.Boot), cmp.Compare(c.Changes, d.Changes))
}

// next is the clock one change later.
func (c Clock) next() Clock {
	if c.Changes == math.MaxUint32 {
		return Clock{Boot: c.Boot + 1}
	}
	return Clock{c.Boot, c.Changes + 1}
}

// entry is what a node knows of a member. Its list of neighbours is sorted, and
// never changed once it is made: messages share it.
type entry struct {
	Member
	neighbours []protocol.ID
	check      uint64 // its checksum, once it is in a view
	untold     bool   // to be passed on
}

// compare orders the entries of one member: by the newer clock, and, if clocks are equal,
// as after a reboot that forgot them, by a fixed order that all nodes share.
func (e *entry) compare(f *entry) int {
	if by := e.Clock.Compare(f.Clock); by != 0 {
		return by
	}
	if by := cmp.Or(cmp.Compare(e.Value, f.Value), cmp.Compare(e.Leads, f.Leads)); by != 0 {
		return by
	}
	return slices.Compare(e.neighbours, f.neighbours)
}

// lists reports whether id is among the member's neighbours.
func (e *entry) lists(id protocol.ID) bool {
	_, found := slices.BinarySearch(e.neighbours, id)
	return found
}

// wireBytes is the size of the entry in a message.
func (e *entry) wireBytes() int { return memberBytes + idBytes*(len(e.neighbours)+1) }

// sum is a checksum (FNV-1a, 64 bits) of the entry.
func (e *entry) sum() uint64 {
	h := uint64(14695981039346656037)
	h = mixed(h, uint64(e.ID)<<8|uint64(e.Leads))
	h = mixed(h, uint64(e.Clock.Boot)<<32|uint64(e.Clock.Changes))
	h = mixed(h, uint64(e.Value))
	for _, id := range e.neighbours {
		h = mixed(h, uint64(id))
	}
	return h
}

// mixed adds the 8 bytes of a word to a checksum, the lowest first. The bytes above its
// highest non-zero one are 0, so each of them only multiplies: they are done in one step.
func mixed(h, word uint64) uint64 {
	left := 8
	for ; word != 0; word >>= 8 {
		h = (h ^ word&0xff) * fnvPrime
		left--
	}
	return h * fnvPowers[left]
}

// fnvPrime is the FNV prime of 64 bits.
const fnvPrime = 1099511628211

// fnvPowers are the powers of fnvPrime, modulo 2^64.
var fnvPowers = powersOf(fnvPrime)

func powersOf(x uint64) (powers [9]uint64) {
	powers[0] = 1
	for i := range 8 {
		powers[i+1] = powers[i] * x
	}
	return powers
}

// view is all that a node knows: entries sorted by ID, and what follows from them.
type view struct {
	entries []entry
	sum     uint64   // the exclusive or of their checksums
	links   []places // by place, the members that the member is linked with

	// The last results that depend on links, forgotten when a link changes.
	centre    centre
	from      int    // the place whose component is reachedBy
	reachedBy places // empty: of no place
}

// find returns the place of a member, or where it belongs. It is written out: each entry of
// each message is looked up, and a search with a function copies the entries that it
// compares.
func (v *view) find(id protocol.ID) (at int, known bool) {
	end := len(v.entries)
	for at < end {
		if middle := (at + end) / 2; v.entries[middle].ID < id {
			at = middle + 1
		} else {
			end = middle
		}
	}
	return at, at < len(v.entries) && v.entries[at].ID == id
}

// findFrom is find, and faster if the member is at the guessed place.
func (v *view) findFrom(guess int, id protocol.ID) (at int, known bool) {
	if guess < len(v.entries) && v.entries[guess].ID == id {
		return guess, true
	}
	return v.find(id)
}

// put replaces what is known of a member.
func (v *view) put(e entry) {
	at, known := v.find(e.ID)
	e.check = e.sum()
	if known {
		v.sum ^= v.entries[at].check
		v.entries[at] = e
	} else {
		v.entries = slices.Insert(v.entries, at, e)
		v.admit(at)
	}
	v.sum ^= e.check
	v.join(at)
}

// extracts puts the entries that count into as few messages as possible, in their order.
func (v *view) extracts(counts func(e *entry) bool) []Extract {
	var out []Extract
	for at := 0; at < len(v.entries); {
		x, next := v.extract(at, counts)
		if len(x.Members) > 0 {
			out = append(out, x)
		}
		at = next
	}
	return out
}

// extract returns one message, and the entry with which the next begins. It first counts
// what fits, so that its lists are allocated once.
func (v *view) extract(from int, counts func(e *entry) bool) (x Extract, next int) {
	members, words, room := 0, 0, maxExtract-extractBytes
	for next = from; next < len(v.entries); next++ {
		e := &v.entries[next]
		if !counts(e) {
			continue
		}
		if e.wireBytes() > room && members > 0 {
			break
		}
		members, words, room = members+1, words+len(e.neighbours)+1, room-e.wireBytes()
	}
	x = Extract{Members: make([]Member, 0, members), Neighbours: make([]protocol.ID, 0, words)}
	for i := from; i < next; i++ {
		if e := &v.entries[i]; counts(e) {
			x.Members = append(x.Members, e.Member)
			x.Neighbours = append(append(x.Neighbours, e.neighbours...), protocol.Nobody)
		}
	}
	return x, next
}

// all visits the entries of an extract. If a forged list has no end it ends with the
// message; in a forged list that is not sorted, neighbours may not be found.
func (x Extract) all(yield func(e entry) bool) {
	rest := x.Neighbours
	for _, m := range x.Members {
		var list []protocol.ID
		list, rest = firstList(rest)
		if !yield(entry{Member: m, neighbours: list}) {
			return
		}
	}
}

// firstList splits the first list from the lists of an extract.
func firstList(lists []protocol.ID) (list, rest []protocol.ID) {
	if end := slices.Index(lists, protocol.Nobody); end >= 0 {
		return lists[:end:end], lists[end+1:]
	}
	return lists, nil
}

// repeats reports whether a member, with the first of the lists, equals the entry, and then
// returns the rest of the lists: most entries that arrive are known.
func (e *entry) repeats(m *Member, lists []protocol.ID) (rest []protocol.ID, same bool) {
	n := len(e.neighbours)
	if *m == e.Member && len(lists) > n && lists[n] == protocol.Nobody && slices.Equal(lists[:n], e.neighbours) {
		return lists[n+1:], true
	}
	return lists, false
}
