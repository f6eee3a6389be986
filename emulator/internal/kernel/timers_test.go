package kernel

import "testing"

func TestWholeGivesTheNewestNumberThatFits(t *testing.T) {
	for _, test := range []struct{ now, want uint64 }{
		{5, 5}, {1<<32 + 7, 1<<32 + 7}, {1<<32 + 7, 1<<32 - 1}, {3<<32 + 7, 3 << 32}, {3<<32 + 7, 2<<32 + 8},
	} {
		k := &Kernel{seq: test.now}
		if got := k.whole(uint32(test.want)); got != test.want {
			t.Errorf("at %d: %d, want %d", test.now, got, test.want)
		}
	}
}
