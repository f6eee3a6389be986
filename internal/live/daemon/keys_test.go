package daemon

import (
	"encoding/base64"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bellwether/internal/live/keyring"
)

// The key file counts at a reload until the first order about keys, and no more after it. An
// agent whose own file of keys is damaged does not start.
//
// It tests "Change the key" of docs/security.md.
func TestTheKeyFileCountsUntilTheFirstOrder(t *testing.T) {
	t.Parallel()
	file := write(t, "keys", "", 0o600)
	fresh := func() string {
		t.Helper()
		key := NewKey()
		if err := os.WriteFile(file, []byte(key), 0o600); err != nil {
			t.Fatal(err)
		}
		return key
	}
	first := fresh()
	d := run(t, "a", Change{Path: "key_file", Value: file})
	d.follows(t, "a")
	uses := func(want string) func() bool {
		return func() bool {
			keys, err := d.client.Keys(t.Context())
			return err == nil && len(keys) == 1 && base64.StdEncoding.EncodeToString(keys[0]) == want
		}
	}
	if !uses(first)() {
		t.Error("it does not use the key file")
	}
	own := filepath.Join(d.dir, "state", keyring.FileName)
	second := fresh()
	d.reload <- d.load(t)
	d.until(t, "it uses the new key", uses(second))
	if _, err := os.Stat(own); err == nil {
		t.Error("it wrote keys without an order")
	}

	taken, err := ParseKey(NewKey())
	if err != nil {
		t.Fatal(err)
	}
	if err := d.client.TakeKeys(t.Context(), keyring.Taking{Keys: [][]byte{taken}}); err != nil {
		t.Fatal(err)
	}
	fresh()
	d.reload <- d.load(t)
	d.until(t, "it says that the file does not count", func() bool { return strings.Contains(d.log.String(), "do not count any more") })
	if !uses(base64.StdEncoding.EncodeToString(taken))() {
		t.Error("it took the keys of the key file after an order")
	}
	d.end(t)

	if err := os.WriteFile(own, []byte("damaged"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Run(t.Context(), d.load(t), Process{Logger: slog.New(slog.DiscardHandler)}); err == nil || !strings.Contains(err.Error(), "it is damaged") {
		t.Errorf("with a damaged file it ends with %v", err)
	}
}
