package live

import (
	"bytes"
	"testing"

	"bellwether/internal/live/keyring"
)

// After an order changed the keys, an agent with a directory uses the new keys when it is
// started again. An agent without a directory uses the keys of its options.
func TestKeysOutliveTheAgent(t *testing.T) {
	t.Parallel()
	for dir, outlives := range map[string]bool{t.TempDir(): true, "": false} {
		o := Options{Dir: dir, Keys: [][]byte{bytes.Repeat([]byte{1}, 32)}}
		fresh := bytes.Repeat([]byte{2}, 32)
		ring, err := o.keyring()
		if err != nil {
			t.Fatal(err)
		}
		for _, verb := range []keyring.Verb{keyring.Install, keyring.Use} {
			if err := ring.Obey(keyring.Order{Number: ring.Next(), Step: keyring.Step{Verb: verb, Key: fresh}}); err != nil {
				t.Fatal(err)
			}
		}
		if ring, err = o.keyring(); err != nil {
			t.Fatal(err)
		}
		if got := bytes.Equal(ring.Keys()[0].Key, fresh); got != outlives {
			t.Errorf("in %q the new key is in use: %v", dir, got)
		}
	}
	if ring, err := (Options{}).keyring(); ring != nil || err != nil {
		t.Errorf("without keys: %v, %v", ring, err)
	}
}
