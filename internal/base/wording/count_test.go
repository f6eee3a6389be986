package wording

import "testing"

func TestOneIsOne(t *testing.T) {
	for n, want := range map[int]string{0: "0 ends", 1: "1 end", 2: "2 ends", -1: "-1 ends"} {
		if got := Count(n, "end"); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}
