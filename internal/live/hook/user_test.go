//go:build unix

package hook

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"bellwether/internal/live/agent"
)

// Of user events with one name that wait, the newest by its clock is run, in whatever order
// they came; those for each all are. The payload is never in the environment.
func TestUserEventsAreCoalescedByName(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	line := fmt.Sprintf(`echo "$BELLWETHER_USER_EVENT" >> %s; env | grep -c "payload [0-9]" >> %s; grep -o '"payload":"[^"]*"' >> %s`, out, out, out)
	told := func(name string, clock uint64, each bool) agent.Event {
		return agent.Event{Kind: agent.UserTold, User: &agent.User{Name: name, Payload: fmt.Sprint("payload ", clock), Clock: clock, Each: each}}
	}
	r := follow(t, Options{Commands: map[agent.EventKind]string{agent.UserTold: line}},
		told("a", 3, false), told("b", 2, true), told("a", 1, false), told("b", 4, true), told("a", 2, false))
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	want := "b\n0\n\"payload\":\"payload 2\"\na\n0\n\"payload\":\"payload 3\"\nb\n0\n\"payload\":\"payload 4\"\n"
	if string(text) != want {
		t.Errorf("got\n%swant\n%s", text, want)
	}
	for _, c := range r.Counts() {
		if (c.Lane == Users) != (c.Ran == 3) {
			t.Errorf("lane %s ran %d", c.Lane, c.Ran)
		}
	}
}
