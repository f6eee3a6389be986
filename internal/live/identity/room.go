package identity

import (
	"fmt"
	"net/netip"
	"strings"
	"time"

	"bellwether/internal/live/connlimit"
)

// New names that are taken at first use. A holder of the group key can sign as many as it likes, so there
// are limits for one source and for all. A machine with 64 agents that start at once is below the limit of
// a source. A cluster of 512 is met at once, and one of 4096 within an hour; larger ones need a list
// (known_keys).
const (
	newEach  = 128         // of one source at once, and then …
	newTotal = 512         // of all at once, and then …
	newEvery = time.Second // … one in that time, of each
)

// unseenFor is how long an agent must not have been seen for its entry to make room in a full list: a
// member that failed is forgotten after a day.
const unseenFor = 24 * time.Hour

// room bounds the new names of a list.
type room struct {
	all     bucket
	sources map[netip.Prefix]*bucket
}

// A bucket is how many names may still be taken now. It fills again with time.
type bucket struct {
	used int
	at   time.Time // when used was right
}

// refill gives back what time has earned.
func (b *bucket) refill(now time.Time) {
	earned := int(now.Sub(b.at) / newEvery)
	b.used = max(0, b.used-earned)
	if b.at = b.at.Add(time.Duration(earned) * newEvery); b.used == 0 {
		b.at = now
	}
}

// take uses up one name of a source, or reports why it may not be taken. It keeps no more sources than
// names may be taken.
func (r *room) take(from netip.Addr, now time.Time) error {
	for source, b := range r.sources {
		if b.refill(now); b.used == 0 {
			delete(r.sources, source)
		}
	}
	r.all.refill(now)
	source := connlimit.Source(from)
	b := r.sources[source]
	switch {
	case b != nil && b.used >= newEach:
		return fmt.Errorf("%v reports too many new names: one in %v is taken", source, newEvery)
	case r.all.used >= newTotal:
		return fmt.Errorf("too many new names come: one in %v is taken", newEvery)
	case b == nil:
		if r.sources == nil {
			r.sources = map[netip.Prefix]*bucket{}
		}
		b = &bucket{at: now}
		r.sources[source] = b
	}
	b.used++
	r.all.used++
	return nil
}

// Admit reports why a name that is reported at an address is not taken now. Names on the list, and all
// names of a list that an operator wrote, are Trust's business. It does not wait for the disk.
func (k *Known) Admit(name, addr string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	now := time.Now()
	if _, listed := k.names[name]; listed || !k.first {
		return nil
	}
	at, err := netip.ParseAddrPort(addr)
	if err != nil {
		return fmt.Errorf("%q is no address: %w", addr, err)
	}
	if _, err := k.leaves(now); err != nil {
		return err
	}
	return k.room.take(at.Addr(), now)
}

// leaves is the name that makes room for a new one: in a full list the one that was not seen for the
// longest time, if that is a day or more; else "".
func (k *Known) leaves(now time.Time) (string, error) {
	if len(k.names) < entryLimit {
		return "", nil
	}
	oldest := k.oldest()
	if now.Sub(k.seen[oldest]) < unseenFor {
		return "", fmt.Errorf("%d keys are known already, and none of them was unseen for %v", entryLimit, unseenFor)
	}
	return oldest, nil
}

// oldest is the name that was not seen for the longest time.
func (k *Known) oldest() (name string) {
	for n := range k.names {
		if name == "" || k.seen[n].Before(k.seen[name]) || k.seen[n].Equal(k.seen[name]) && n < name {
			name = n
		}
	}
	return name
}

// drop forgets an entry.
func (k *Known) drop(name string) {
	e := k.names[name]
	delete(k.names, name)
	delete(k.keys, e.Key)
	delete(k.seen, name)
	if k.ids[e.ID] == name {
		delete(k.ids, e.ID)
	}
}

// sees notes that an agent was seen, and reports whether the file has another day.
func (k *Known) sees(name string) (later bool) {
	now := time.Now()
	later = now.UTC().Format(time.DateOnly) != k.seen[name].UTC().Format(time.DateOnly)
	k.seen[name] = now
	return later
}

// seenMark begins the comment of a line that says on which day (UTC) the agent was seen last.
const seenMark = " # seen "

// seenOn reads the day of a line, and returns its end. A line without a day is of a former version, or
// was written by hand: its agent counts as seen now.
func seenOn(line string) time.Time {
	_, day, _ := strings.Cut(line, seenMark)
	at, err := time.Parse(time.DateOnly, strings.TrimSpace(day))
	if err != nil {
		return time.Now()
	}
	return at.Add(24*time.Hour - 1)
}
