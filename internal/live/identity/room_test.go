package identity

import (
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bellwether/internal/testkit/bubble"
	"bellwether/protocol"
)

// stranger is an agent of a number, whom nobody knows.
func stranger(i int) Entry {
	return Entry{Name: fmt.Sprint("s", i), ID: protocol.ID(1000 + i), Key: Key(sha256.Sum256(fmt.Append(nil, i)))}
}

// meets lets a list meet an agent at an address, as the gossip does.
func meets(k *Known, e Entry, addr string) error {
	if err := k.Admit(e.Name, addr); err != nil {
		return err
	}
	return k.Trust(e)
}

func fresh(t *testing.T) *Known {
	t.Helper()
	k, err := FirstUse(filepath.Join(t.TempDir(), "known"))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// Thousands of new names of one source do not fill the list, nor keep a new agent of another source out.
func TestOneSourceDoesNotFillTheList(t *testing.T) {
	bubble.Test(t, func(t *testing.T) {
		k := fresh(t)
		taken := 0
		for i := range 4200 {
			if meets(k, stranger(i), fmt.Sprintf("10.0.0.1:%d", 1000+i)) == nil {
				taken++
			}
			time.Sleep(2 * time.Millisecond)
		}
		if taken < newEach || taken > newEach+9 {
			t.Errorf("%d of 4200 names of one source in 9 s", taken)
		}
		if err := meets(k, stranger(5000), "10.0.0.2:7946"); err != nil {
			t.Errorf("a new agent: %v", err)
		}
		if err := meets(k, stranger(1), "10.0.0.1:1001"); err != nil {
			t.Errorf("an agent that is known: %v", err)
		}
	})
}

// Many sources fill the list slowly, and what nobody has seen for a day makes room.
func TestUnseenNamesMakeRoom(t *testing.T) {
	bubble.Test(t, func(t *testing.T) {
		k := fresh(t)
		kept := stranger(100_000)
		if err := meets(k, kept, "10.9.9.9:1"); err != nil {
			t.Fatal(err)
		}
		next := 0
		flood := func(names int) (taken int) {
			for range names {
				next++
				if meets(k, stranger(next), fmt.Sprintf("10.1.%d.%d:1", next/250%250, next%250)) == nil {
					taken++
				}
				time.Sleep(2 * time.Millisecond)
			}
			return taken
		}
		if taken := flood(4200); taken > newTotal+9 {
			t.Errorf("%d of 4200 names in 9 s", taken)
		}
		for len(k.names) < entryLimit {
			flood(1)
			time.Sleep(time.Second)
		}
		late := stranger(200_000)
		if err := meets(k, late, "10.2.2.2:1"); err == nil || !strings.Contains(err.Error(), "none of them was unseen for") {
			t.Errorf("a full list: %v", err)
		}
		time.Sleep(12 * time.Hour)
		if err := meets(k, kept, "10.9.9.9:1"); err != nil { // it lives
			t.Error(err)
		}
		time.Sleep(13 * time.Hour)
		if err := meets(k, late, "10.2.2.2:1"); err != nil {
			t.Errorf("a day later: %v", err)
		}
		if !k.Has(kept) || !k.Has(late) || len(k.names) != entryLimit || len(k.keys) != entryLimit || len(k.ids) != entryLimit {
			t.Errorf("%v %v, %d names, %d keys, %d ids", k.Has(kept), k.Has(late), len(k.names), len(k.keys), len(k.ids))
		}
	})
}

// The days on which agents were last seen outlive a restart, and count to their ends. An entry without a
// day is not the first to make room: it counts as seen when the file is read.
func TestTheListKeepsWhenAgentsWereSeen(t *testing.T) {
	bubble.Test(t, func(t *testing.T) {
		k := fresh(t)
		e := stranger(1)
		if err := meets(k, e, "10.0.0.1:1"); err != nil {
			t.Fatal(err)
		}
		if line := string(k.text()); !strings.HasSuffix(line, e.String()+" # seen 2000-01-01\n") {
			t.Errorf("%q", line)
		}
		time.Sleep(100 * time.Hour)
		for _, line := range []string{e.String() + " # seen 2000-01-01\n", e.String() + "\n", e.String() + " # mine, seen often\n"} {
			other := empty("")
			if err := other.parse([]byte(line)); err != nil || !other.Has(e) {
				t.Errorf("%q: %v", line, err)
			}
			want := time.Now()
			if strings.Contains(line, "2000") {
				want = time.Date(2000, 1, 1, 23, 59, 59, 999999999, time.UTC)
			}
			if seen := other.seen[e.Name]; !seen.Equal(want) {
				t.Errorf("%q: seen %v", line, seen)
			}
		}
	})
}
