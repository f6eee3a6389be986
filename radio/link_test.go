package radio_test

import (
	"math"
	"math/big"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellwether/protocol"
	"bellwether/radio"
)

func TestAirtimeByHand(t *testing.T) {
	for _, c := range []struct {
		bytes      int
		bitrateBps float64
		want       time.Duration
	}{
		{100, 2e6, 400 * time.Microsecond},
		{0, 2e6, 0},
		{14, 2e6, 56 * time.Microsecond},    // an acknowledgement
		{28, 2e6, 112 * time.Microsecond},   // a header alone
		{250, 2e6, time.Millisecond},        // one loss slot
		{1500, 11e6, 1_090_910},             // 1 090 909.09…
		{1, 3e6, 2_667},                     // 2 666.67
		{133, 250e3, 4_256_000},             // the longest 802.15.4 frame
		{1, 8e9, 1},                         // exactly one
		{1, 1e12, 1},                        // 0.008, rounded up
		{1, 1, 8 * time.Second},             // the slowest
		{1 << 20, 1, 8_388_608_000_000_000}, // 97 days
		{100, 0, 0},                         // infinitely fast
	} {
		if got := (radio.Link{BitrateBps: c.bitrateBps}).Airtime(c.bytes); got != c.want {
			t.Errorf("%d B at %g bit/s: %d ns, want %d", c.bytes, c.bitrateBps, got, c.want)
		}
	}
}

// Airtime is the least whole number of nanoseconds in which all bits are sent. The test
// computes it with integers of any size.
func TestAirtimeIsTheLeastThatHoldsTheBits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bytes := rapid.Int64Range(1, 1<<20).Draw(t, "bytes")
		bitrate := rapid.Int64Range(1, 1e12).Draw(t, "bitrate")
		air := radio.Link{BitrateBps: float64(bitrate)}.Airtime(int(bytes))
		bitsE9 := new(big.Int).Mul(big.NewInt(bytes), big.NewInt(8e9))
		passed := func(ns time.Duration) *big.Int { return new(big.Int).Mul(big.NewInt(int64(ns)), big.NewInt(bitrate)) }
		if passed(air).Cmp(bitsE9) < 0 {
			t.Fatalf("%v is too short", air)
		}
		if passed(air-1).Cmp(bitsE9) >= 0 {
			t.Fatalf("%v is too long", air)
		}
	})
}

func TestDefaultLinkIsAnAdHocStation(t *testing.T) {
	want := radio.Link{BitrateBps: 2_000_000, HeaderBytes: 28, AckBytes: 14, Retries: 7, RetryDelay: time.Millisecond}
	if got := radio.DefaultLink(); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	checkFault(t, radio.DefaultLink().Validate(), "")
}

func TestLinkRefusesNumbersThatMakeNoSense(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*radio.Link)
		want   string
	}{
		{"infinitely fast", func(l *radio.Link) { l.BitrateBps = 0 }, ""},
		{"slowest", func(l *radio.Link) { l.BitrateBps = 1 }, ""},
		{"fastest", func(l *radio.Link) { l.BitrateBps = 1e12 }, ""},
		{"bare frames", func(l *radio.Link) { l.HeaderBytes, l.AckBytes = 0, 0 }, ""},
		{"no retry, no delay", func(l *radio.Link) { l.Retries, l.RetryDelay = 0, 0 }, ""},
		{"below one bit", func(l *radio.Link) { l.BitrateBps = 0.5 }, "bit rate must be 0 or from 1 to 1e+12 bit/s, got 0.5"},
		{"negative rate", func(l *radio.Link) { l.BitrateBps = -2e6 }, "bit rate"},
		{"too fast", func(l *radio.Link) { l.BitrateBps = 2e12 }, "bit rate"},
		{"infinite rate", func(l *radio.Link) { l.BitrateBps = math.Inf(1) }, "bit rate"},
		{"no number", func(l *radio.Link) { l.BitrateBps = math.NaN() }, "bit rate"},
		{"negative header", func(l *radio.Link) { l.HeaderBytes = -1 }, "header must be from 0 to 65536 bytes, got -1"},
		{"huge header", func(l *radio.Link) { l.HeaderBytes = 65537 }, "header"},
		{"negative acknowledgement", func(l *radio.Link) { l.AckBytes = -14 }, "acknowledgement must be from 0"},
		{"huge acknowledgement", func(l *radio.Link) { l.AckBytes = 1 << 30 }, "acknowledgement"},
		{"negative retries", func(l *radio.Link) { l.Retries = -1 }, "retries must be from 0 to 255, got -1"},
		{"too many retries", func(l *radio.Link) { l.Retries = 256 }, "retries"},
		{"retry at once", func(l *radio.Link) { l.RetryDelay = 0 }, "retry delay must be above 0, got 0s"},
		{"retry before", func(l *radio.Link) { l.RetryDelay = -1 }, "retry delay"},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := radio.DefaultLink()
			c.change(&l)
			checkFault(t, l.Validate(), c.want)
		})
	}
	all := radio.Link{BitrateBps: -1, HeaderBytes: -1, AckBytes: -1, Retries: -1, RetryDelay: -1}
	checkFault(t, all.Validate(), "bit rate", "header", "acknowledgement", "retries", "retry delay")
}

// A retry of a frame is in another slot, wherever in its slot the frame began.
func TestRetryMeetsAFreshDraw(t *testing.T) {
	link := radio.DefaultLink()
	loss, err := radio.NewBernoulli(3, 0.5, radio.DefaultSlot)
	if err != nil {
		t.Fatal(err)
	}
	lostTwice, lost := 0, 0
	for slot := range 20_000 {
		for _, into := range []protocol.Time{0, 999_999} {
			at := protocol.Time(slot)*1_000_000 + into
			if loss.Lost(1, 2, at) {
				lost++
				if loss.Lost(1, 2, at.Add(link.Airtime(100)).Add(link.RetryDelay)) {
					lostTwice++
				}
			}
		}
	}
	// 20 000 of 40 000 are expected, and 10 000 of those; the bounds are five standard deviations.
	if lost < 19_290 || lost > 20_710 || lostTwice < 9_500 || lostTwice > 10_500 {
		t.Errorf("lost %d of 40000 at probability 0.5, and %d again on retry", lost, lostTwice)
	}
}
