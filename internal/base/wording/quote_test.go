package wording

import "testing"

func TestWordsReadBack(t *testing.T) {
	for word, want := range map[string]string{
		"a/b-1.yaml": "a/b-1.yaml", "my dir": "'my dir'", "it's": `'it'\''s'`, "": "''", "a=$HOME": "'a=$HOME'", "x<=1": "'x<=1'",
	} {
		if got := Quote(word); got != want {
			t.Errorf("%q: %s, want %s", word, got, want)
		}
	}
}
