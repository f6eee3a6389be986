package store

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// FuzzUnframe checks that any bytes are either torn or the one valid frame of their
// contents.
func FuzzUnframe(f *testing.F) {
	f.Add([]byte(nil))
	f.Add(frame("peers", nil))
	f.Add(frame("peers", []byte("[]")))
	f.Add(frame("identity", []byte{7, 0, 0, 0}))
	f.Add([]byte("BwS1\xff\xff\xff\xff\x00\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, b []byte) {
		contents, err := unframe("peers", b)
		if err != nil {
			if contents != nil || !errors.Is(err, ErrTorn) {
				t.Fatalf("%q, %v", contents, err)
			}
			return
		}
		if contents == nil || !bytes.Equal(frame("peers", contents), b) {
			t.Fatalf("%q is read as %q", b, contents)
		}
	})
}

// FuzzPeers reads arbitrary contents in a valid frame. They are either peers that can be
// saved again, or torn.
func FuzzPeers(f *testing.F) {
	for _, s := range []string{"", "null", "[]", "[{}]", `[{"name":"a","addr":"b:1","id":7,"seen":"2026-01-02T03:04:05Z"}]`, `[{"id":-1}]`, "[[", `{"a":1}`} {
		f.Add([]byte(s))
	}
	path := f.TempDir()
	d, err := Open(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { d.Close() })
	f.Fuzz(func(t *testing.T, contents []byte) {
		if err := os.WriteFile(filepath.Join(path, peersFile), frame(peersFile, contents), 0o600); err != nil {
			t.Fatal(err)
		}
		peers, err := d.Peers()
		if err != nil {
			if peers != nil || !errors.Is(err, ErrTorn) {
				t.Fatalf("%v, %v", peers, err)
			}
			return
		}
		if err := d.SavePeers(peers); err != nil {
			t.Fatal(err)
		}
		again, err := d.Peers()
		if err != nil || len(again) != len(peers) {
			t.Fatalf("%v, %v; saved %v", again, err, peers)
		}
		for i := range peers {
			if again[i].Name != peers[i].Name || again[i].ID != peers[i].ID || !again[i].Seen.Equal(peers[i].Seen) {
				t.Fatalf("%v; saved %v", again[i], peers[i])
			}
		}
	})
}
