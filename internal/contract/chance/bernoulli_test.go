package chance_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellwether/internal/contract/chance"
	"bellwether/protocol"
	"bellwether/radio"
)

func mustBernoulli(t *testing.T, seed uint64, probability float64, slot time.Duration) chance.Bernoulli {
	t.Helper()
	b, err := chance.NewBernoulli(seed, probability, slot)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// slotTime returns the start of a default slot.
func slotTime(slot int) protocol.Time { return protocol.Time(slot) * 1_000_000 }

// The losses of the first 60 slots were computed by an implementation of wyhash64 in
// another language. They never change: runs of old seeds depend on them.
func TestLossesNeverChange(t *testing.T) {
	for _, c := range []struct {
		seed        uint64
		probability float64
		from, to    protocol.ID
		want        string
	}{
		{1, 0.5, 1, 2, "x..xx.xx..x.....xxx.xx...xxxxxx.....x.xx...xx.xxxxxxxxx....."},
		{1, 0.5, 2, 1, "..xxxxx.xxx..xxx.....x.xxx...x..x.x.xxxx.....xxxx...x.x..xx."},
		{2, 0.5, 1, 2, "xxxxxxx....xx.x..x.xxxx.x....x.xx.xx.......xxx.x....xx.x..xx"},
		{1, 0.05, 7, 1 << 20, "x...x..............x..x....................................."},
		{math.MaxUint64, 0.25, 3, 4, "...x.xx........xx.........x........x.....x.x.....x..x.x...xx"},
	} {
		b := mustBernoulli(t, c.seed, c.probability, radio.DefaultSlot)
		var got strings.Builder
		for slot := range len(c.want) {
			if b.Lost(c.from, c.to, slotTime(slot)) {
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

func TestFramesOfOneSlotShareALoss(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		slot := time.Duration(rapid.Int64Range(1, 1e10).Draw(t, "slot"))
		b, err := chance.NewBernoulli(rapid.Uint64().Draw(t, "seed"), 0.5, slot)
		if err != nil {
			t.Fatal(err)
		}
		from, to := protocol.ID(rapid.Uint32().Draw(t, "from")), protocol.ID(rapid.Uint32().Draw(t, "to"))
		first := protocol.Time(rapid.Int64Range(0, 1e6).Draw(t, "nth")) * protocol.Time(slot)
		within := protocol.Time(rapid.Int64Range(0, int64(slot)-1).Draw(t, "within"))
		if b.Lost(from, to, first) != b.Lost(from, to, first+within) {
			t.Fatalf("slot of %v: losses differ at %v and %v", slot, first, first+within)
		}
	})
}

func TestProbabilitiesZeroAndOne(t *testing.T) {
	never, always := mustBernoulli(t, 5, 0, time.Second), mustBernoulli(t, 5, 1, 1)
	rapid.Check(t, func(t *rapid.T) {
		from, to := protocol.ID(rapid.Uint32().Draw(t, "from")), protocol.ID(rapid.Uint32().Draw(t, "to"))
		at := protocol.Time(rapid.Int64Range(0, math.MaxInt64).Draw(t, "at"))
		if never.Lost(from, to, at) || (chance.Bernoulli{}).Lost(from, to, at) {
			t.Fatal("lost at probability 0")
		}
		if !always.Lost(from, to, at) {
			t.Fatal("received at probability 1")
		}
	})
}

// A frame that is lost at some probability is lost at any greater one, so that scenarios
// with different losses share their draws.
func TestMoreLossLosesMore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		p := rapid.Float64Range(0, 1).Draw(t, "p")
		q := rapid.Float64Range(p, 1).Draw(t, "q")
		less, err := chance.NewBernoulli(seed, p, radio.DefaultSlot)
		if err != nil {
			t.Fatal(err)
		}
		more, err := chance.NewBernoulli(seed, q, radio.DefaultSlot)
		if err != nil {
			t.Fatal(err)
		}
		for slot := range 50 {
			if less.Lost(1, 2, slotTime(slot)) && !more.Lost(1, 2, slotTime(slot)) {
				t.Fatalf("slot %d lost at %g, not at %g", slot, p, q)
			}
		}
	})
}

func TestInvalidBernoulliIsRefused(t *testing.T) {
	for _, c := range []struct {
		probability float64
		slot        time.Duration
		want        []string
	}{
		{0, 1, []string{""}},
		{1, time.Hour, []string{""}},
		{-0.1, 1, []string{"loss probability must be between 0 and 1, got -0.1"}},
		{1.1, 1, []string{"got 1.1"}},
		{5, 1, []string{"got 5"}}, // per cent
		{math.NaN(), 1, []string{"got NaN"}},
		{math.Inf(1), 1, []string{"got +Inf"}},
		{0.5, 0, []string{"loss slot must be above 0, got 0s"}},
		{0.5, -time.Second, []string{"loss slot must be above 0, got -1s"}},
		{2, -1, []string{"loss probability", "loss slot"}},
	} {
		b, err := chance.NewBernoulli(1, c.probability, c.slot)
		checkFault(t, err, c.want...)
		if err != nil && b != (chance.Bernoulli{}) {
			t.Errorf("%g, %v: an error and %+v", c.probability, c.slot, b)
		}
	}
}

// checkFault wants an error with all the phrases, or none if want is empty.
func checkFault(t *testing.T, err error, want ...string) {
	t.Helper()
	if want[0] == "" && err != nil {
		t.Errorf("refused: %v", err)
	}
	for _, phrase := range want {
		if phrase != "" && (err == nil || !strings.HasPrefix(err.Error(), "radio: ") || !strings.Contains(err.Error(), phrase)) {
			t.Errorf("got error %v, want one of radio with %q", err, phrase)
		}
	}
}
