package identity

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bellwether/protocol"
)

func TestAKeyIsMadeOnceAndIsPrivate(t *testing.T) {
	file := filepath.Join(t.TempDir(), "key")
	first, err := Load(file)
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if again, err := Load(file); err != nil || !again.Equal(first) {
		t.Errorf("another key, %v", err)
	}
	if err := os.Chmod(file, 0o640); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(file); err == nil || !strings.Contains(err.Error(), "chmod 600") {
		t.Errorf("others may read it: %v", err)
	}
	if err := os.WriteFile(file, []byte("nothing"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(file, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(file); err == nil {
		t.Error("no key is loaded")
	}
}

func entry(name string, id uint32, key byte) Entry {
	return Entry{Name: name, ID: protocol.ID(id), Key: Key{key}}
}

// Whose name, ID or key is known under another one is refused, with a list and on first use,
// and after a restart.
func TestOnlyTheFirstKeyIsTrusted(t *testing.T) {
	file := filepath.Join(t.TempDir(), "known-keys")
	known, err := FirstUse(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range []Entry{entry("alpha", 1, 10), entry("beta", 2, 20)} {
		if err := known.Trust(e); err != nil {
			t.Fatal(err)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	kept := make(chan struct{})
	go func() { known.Keep(ctx, slog.New(slog.DiscardHandler)); close(kept) }()
	for began := time.Now(); ; time.Sleep(time.Millisecond) {
		if text, _ := os.ReadFile(file); strings.Count(string(text), "ed25519") == 2 {
			break
		} else if time.Since(began) > 10*time.Second {
			t.Fatalf("the file holds %q", text)
		}
	}
	stop()
	<-kept
	again, err := FirstUse(file)
	if err != nil {
		t.Fatal(err)
	}
	listed, err := Listed(file)
	if err != nil {
		t.Fatal(err)
	}
	for what, k := range map[string]*Known{"first": known, "after a restart": again, "listed": listed} {
		for why, e := range map[string]Entry{
			"belongs to another key": entry("alpha", 1, 11), "the ID 2 belongs to": entry("gamma", 2, 30),
			"belongs to \"beta\"": entry("gamma", 3, 20), "has the ID 1": entry("alpha", 7, 10),
		} {
			if err := k.Trust(e); err == nil || !strings.Contains(err.Error(), why) && !strings.Contains(err.Error(), "has the ID") {
				t.Errorf("%s: %v: %v, want %s", what, e, err, why)
			}
		}
		if err := k.Trust(entry("alpha", 1, 10)); err != nil {
			t.Errorf("%s: %v", what, err)
		}
		if err := k.Trust(entry("delta", 4, 40)); (err == nil) != (what != "listed") {
			t.Errorf("%s: a new one: %v", what, err)
		}
	}
}

func TestBadListsAreRefused(t *testing.T) {
	file := filepath.Join(t.TempDir(), "list")
	line := entry("alpha", 1, 1).String()
	for why, text := range map[string]string{
		":1: a line must be": "alpha", ":2: the name \"alpha\"": line + "\n" + entry("alpha", 1, 2).String(),
		"no ed25519 key": "alpha ed25519 abc", "is no ID": line + "2x", ":2: the key of": line + "\n" + entry("beta", 2, 1).String(),
	} {
		if err := os.WriteFile(file, []byte(text+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Listed(file); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%q: %v, want %q", text, err, why)
		}
	}
	if _, err := Listed(file + "2"); err == nil {
		t.Error("an absent list is empty")
	}
}
