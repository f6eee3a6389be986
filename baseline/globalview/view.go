package globalview

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"

	"bellwether/protocol"
)

// Clock is a member's logical clock: the boots it remembers, then the changes it
// has told since.
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

func appendClock(b []byte, c Clock) []byte {
	return binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(b, c.Boot), c.Changes)
}

// entry is what a node knows of a member. Its list of neighbours is sorted, and
// never changed once it is made: messages share it.
type entry struct {
	Member
	neighbours []protocol.ID
	untold     bool // to be passed on
}

// compare orders what is said of one member: the newer clock, and where clocks
// are equal, as after a reboot that forgot them, any order that all share.
func (e *entry) compare(f *entry) int {
	if by := e.Clock.Compare(f.Clock); by != 0 {
		return by
	}
	return cmp.Or(cmp.Compare(e.Value, f.Value), cmp.Compare(e.Office, f.Office),
		slices.Compare(e.neighbours, f.neighbours))
}

// lists says whether the member counts id among its neighbours.
func (e *entry) lists(id protocol.ID) bool {
	_, found := slices.BinarySearch(e.neighbours, id)
	return found
}

// wireBytes is the size of the entry in a message.
func (e *entry) wireBytes() int { return memberBytes + protocol.IDBytes*(len(e.neighbours)+1) }

// sum is a checksum (FNV-1a, 64 bits) of what the entry says.
func (e *entry) sum() uint64 {
	h := uint64(14695981039346656037)
	mix := func(word uint64) {
		for range 8 {
			h = (h ^ word&0xff) * 1099511628211
			word >>= 8
		}
	}
	mix(uint64(e.ID)<<8 | uint64(e.Office))
	mix(uint64(e.Clock.Boot)<<32 | uint64(e.Clock.Changes))
	mix(uint64(e.Value))
	for _, id := range e.neighbours {
		mix(uint64(id))
	}
	return h
}

// view is all that a node knows: entries sorted by ID, and what follows from them.
type view struct {
	entries []entry
	sum     uint64   // the exclusive or of their checksums
	links   []places // by place, whom the member is linked with

	reached, ring, next places // of a search, kept to spare the memory
}

// find gives the place of a member, or where it belongs.
func (v *view) find(id protocol.ID) (at int, known bool) {
	return slices.BinarySearchFunc(v.entries, id, func(e entry, id protocol.ID) int { return cmp.Compare(e.ID, id) })
}

// put replaces what is known of a member.
func (v *view) put(e entry) {
	at, known := v.find(e.ID)
	if known {
		v.sum ^= v.entries[at].sum()
		v.entries[at] = e
		v.join(at)
	} else {
		v.entries = slices.Insert(v.entries, at, e)
		v.rejoin()
	}
	v.sum ^= e.sum()
}

// extracts puts the entries that count into as few messages as they fit in, in
// their order.
func (v *view) extracts(counts func(e *entry) bool) []Extract {
	var out []Extract
	room := 0
	for i := range v.entries {
		e := &v.entries[i]
		if !counts(e) {
			continue
		}
		if need := e.wireBytes(); len(out) == 0 || need > room {
			out = append(out, Extract{})
			room = maxExtract - extractBytes
		}
		x := &out[len(out)-1]
		x.Members = append(x.Members, e.Member)
		x.Neighbours = append(append(x.Neighbours, e.neighbours...), protocol.Nobody)
		room -= e.wireBytes()
	}
	return out
}

// all takes an extract apart. A list that a forger did not end ends with the
// message; of a list that he did not sort, nobody may be found.
func (x Extract) all(yield func(e entry) bool) {
	rest := x.Neighbours
	for _, m := range x.Members {
		list := rest
		if end := slices.Index(rest, protocol.Nobody); end >= 0 {
			list, rest = rest[:end:end], rest[end+1:]
		} else {
			rest = nil
		}
		if !yield(entry{Member: m, neighbours: list}) {
			return
		}
	}
}
