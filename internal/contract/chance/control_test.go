package chance_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"bellwether/protocol"
	"bellwether/radio"
)

// The losses of the first 60 control frames, one each 1000003 ns, were computed by an
// implementation of wyhash64 in another language. They never change: runs of old seeds depend
// on them.
func TestLossesOfControlFramesNeverChange(t *testing.T) {
	for _, c := range []struct {
		seed        uint64
		probability float64
		from, to    protocol.ID
		want        string
	}{
		{1, 0.5, 1, 2, "x.x.xx.x.x.x....xx...x....x.......xxxx.xxxxxx.....xx..x.xx.x"},
		{1, 0.5, 2, 1, ".xx.x.xx...x......xx.x...xx.x...xx..x..x.x..xxx..xx.xxx.xx.x"},
		{2, 0.5, 1, 2, ".x..x.x..xxx......xx.x.xx..xxxxx.x..x..xxxxxx.x..x..xxx..xx."},
		{math.MaxUint64, 0.25, 3, 4, "...x......xx....x.......x..x..x......x.......x...x......x..."},
	} {
		b := mustBernoulli(t, c.seed, c.probability, radio.DefaultSlot)
		var got strings.Builder
		for n := range len(c.want) {
			if b.LostControl(c.from, c.to, protocol.Time(n)*1_000_003, 0) {
				got.WriteByte('x')
			} else {
				got.WriteByte('.')
			}
		}
		if got.String() != c.want {
			t.Errorf("seed %d, %d to %d:\n got %s\nwant %s", c.seed, c.from, c.to, got.String(), c.want)
		}
	}
}

// Without losses no control frame is lost, and at the other bound each is.
func TestControlFramesAreLostAtTheBounds(t *testing.T) {
	none, all := mustBernoulli(t, 1, 0, time.Second), mustBernoulli(t, 1, 1, time.Second)
	for at := range protocol.Time(100) {
		if none.LostControl(1, 2, at, 0) || !all.LostControl(1, 2, at, 0) {
			t.Fatalf("at %v: of loss 0 and 1 one draws", at)
		}
	}
}
