package signing

import (
	"testing"
	"time"
)

// An insider lists an agent under another key. One that is known, or that a member has taken
// once, goes on.
func TestAnInsiderRefusesNoAgentThatIsTaken(t *testing.T) {
	early, late := time.Unix(0, 0), time.Unix(9, 0)
	for _, c := range []struct {
		before  []Listing
		known   bool
		refused bool
	}{
		{nil, false, true}, {nil, true, false}, {[]Listing{ours}, false, false}, {[]Listing{Another, ours}, false, true},
	} {
		var u unlisted
		for _, is := range c.before {
			u.note("elsewhere", is, unlistedCall{early, time.Second, c.known})
			if is == ours && len(c.before) > 1 {
				u.by["third"] = true
			}
		}
		u.note("insider", Another, unlistedCall{late, time.Second, c.known})
		if u.by["insider"] != c.refused {
			t.Errorf("%+v: %v", c, u.by)
		}
	}
}
