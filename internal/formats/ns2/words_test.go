package ns2

import (
	"slices"
	"testing"
)

func TestWords(t *testing.T) {
	for _, c := range []struct {
		line string
		want []string
	}{
		{"", nil},
		{" \t\r", nil},
		{"one", []string{"one"}},
		{"  one\ttwo ", []string{"one", "two"}},
		{`at 1"$node_(0)";#x`, []string{"at", "1", `"`, "$node_(0)", `"`, ";", "#", "x"}},
		{`""`, []string{`"`, `"`}},
	} {
		var got []string
		w := words{rest: c.line}
		for {
			peeked := w.peek()
			word := w.next()
			if peeked != word {
				t.Fatalf("%q: peeked %q, took %q", c.line, peeked, word)
			}
			if word == "" {
				break
			}
			got = append(got, word)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.line, got, c.want)
		}
	}
}

func TestQuotedTakesNoMoreThanItsQuotes(t *testing.T) {
	w := words{rest: ` "a b" c "d"`}
	body, err := w.quoted()
	if err != nil {
		t.Fatal(err)
	}
	if a, b, end := body.next(), body.next(), body.next(); a != "a" || b != "b" || end != "" {
		t.Errorf("between the quotes %q %q %q", a, b, end)
	}
	if c := w.next(); c != "c" {
		t.Errorf("after them %q, want c", c)
	}
}
