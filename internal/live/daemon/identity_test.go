package daemon

import (
	"path/filepath"
	"strings"
	"testing"

	"bellwether/internal/live/identity"
	"bellwether/internal/live/secure"
)

// An agent's own key and the keys of others are found again at the next start, and an agent that
// a list does not know does not start.
func TestIdentities(t *testing.T) {
	dir := t.TempDir()
	s := &Settings{Name: "alpha", State: dir, Identity: InState}
	first, known, err := s.identify(7)
	if err != nil || first.Known {
		t.Fatalf("%+v, %v", first, err)
	}
	own := secure.Peer(identity.Public(first.Key))
	if err := first.Trust("alpha", 7, own); err != nil {
		t.Fatal(err)
	}
	if err := first.Trust("alpha", 7, secure.Peer{1}); err == nil {
		t.Error("another key is trusted")
	}
	again, _, err := s.identify(7)
	if err != nil || !again.Key.Equal(first.Key) {
		t.Errorf("%v", err)
	}
	line := identity.Entry{Name: "alpha", Key: identity.Public(first.Key)}.String()
	s.KnownKeys = write(t, "list", line+"\n", 0o600)
	if listed, _, err := s.identify(7); err != nil || !listed.Known {
		t.Errorf("listed: %+v, %v", listed, err)
	}
	s.KnownKeys = write(t, "list", strings.Replace(line, "alpha", "beta", 1)+"\n", 0o600)
	if _, _, err := s.identify(7); err == nil || !strings.Contains(err.Error(), "add the line") {
		t.Errorf("not listed: %v", err)
	}
	if known == nil || s.IdentityFile() != filepath.Join(dir, identityFile) {
		t.Errorf("%v, %s", known, s.IdentityFile())
	}
	for want, changes := range map[string][]Change{
		"needs key_file":                 {{Path: "identity", Value: "state", Flag: "--identity state"}},
		"has no effect without identity": {{Path: "known_keys", Value: `"` + s.KnownKeys + `"`, Flag: "--known-keys list"}},
	} {
		if _, err := Load("", changes, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", changes, err, want)
		}
	}
}
