package signing

import (
	"errors"
	"testing"

	"bellwether/internal/live/secure"
	"bellwether/protocol"
)

// Each report that a member is alive counts as seen in the list of known keys, also one that says
// nothing new: otherwise the entry of a member that runs for days makes room for a new name.
func TestAMemberThatIsAliveIsSeen(t *testing.T) {
	seen, refusal := 0, error(nil)
	key, raw := secure.Peer{1}, []byte("signed")
	d := &Identities{
		identity: Identity{Trust: func(name string, id protocol.ID, has secure.Peer) error {
			if name != "b" || id != 7 || has != key {
				t.Errorf("%q, %d, %v", name, id, has)
			}
			seen++
			return refusal
		}},
		names: map[string]*proved{"b": {key: key, addr: "10.0.0.2:1", raw: raw}},
		keys:  map[secure.Peer]who{key: {"b", 7}},
	}
	for range 2 {
		if err := d.believe("b", "10.0.0.2:1", raw); err != nil {
			t.Error(err)
		}
	}
	refusal = errors.New("its name was given away")
	if err := d.believe("b", "10.0.0.2:1", raw); !errors.Is(err, errImpostor) || !errors.Is(err, refusal) {
		t.Errorf("refused by the list: %v", err)
	}
	if seen != 3 {
		t.Errorf("seen %d times", seen)
	}
}
