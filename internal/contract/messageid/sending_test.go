package messageid

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellwether/protocol"
)

func TestNamesOfMessagesAreReadBack(t *testing.T) {
	form := regexp.MustCompile(Pattern)
	rapid.Check(t, func(t *rapid.T) {
		want := Sending{Node: protocol.ID(rapid.Uint32Min(1).Draw(t, "node")),
			At: protocol.Time(rapid.Int64Min(0).Draw(t, "at")), Nth: rapid.IntRange(1, 1<<20).Draw(t, "nth")}
		if got, err := Parse(want.String()); err != nil || got != want || !form.MatchString(want.String()) {
			t.Fatalf("%v was read as %v, %v", want, got, err)
		}
	})
	for text, want := range map[string]Sending{
		"7@12500ms/2": {7, protocol.Time(12500 * time.Millisecond), 2}, "1@0s": {1, 0, 1}, "3@1500ns/1": {3, 1500, 1},
	} {
		if got, err := Parse(text); err != nil || got != want {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "7", "7@", "@1s", "0@1s", "7@12", "7@-1s", "7@1s/0", "7@1s/", "7@1s/-1", "4294967296@1s", "7@1s ", "7@9999999h"} {
		if got, err := Parse(text); err == nil {
			t.Errorf("%q was read as %v", text, got)
		}
	}
}

func TestMessagesOfOneInstantAreCounted(t *testing.T) {
	var names Sendings
	var got []string
	for _, said := range []struct {
		node protocol.ID
		at   protocol.Time
	}{{1, 5}, {2, 5}, {1, 5}, {1, 6}, {2, 5}, {2, 5}} {
		got = append(got, names.Name(said.node, said.at).String())
	}
	if text := strings.Join(got, " "); text != "1@5ns 2@5ns 1@5ns/2 1@6ns 2@5ns/2 2@5ns/3" {
		t.Error(text)
	}
}
