package loss

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"bellwether/protocol"
)

// Fill in: options of your own, and the share of frames that they lose.
var options = Options{Seed: 1, Bad: 0.25, Probability: 0.8}

const share = 0.25 * 0.8

// How often and in which order it is asked changes nothing.
func TestLossIsAFunctionOfLinkAndInstant(t *testing.T) {
	l, err := New(options)
	if err != nil {
		t.Fatal(err)
	}
	const frames = 1000
	ask := func(i int) bool {
		return l.Lost(protocol.ID(i%7+1), protocol.ID(i%5+1), protocol.Time(i)*protocol.Time(37*time.Millisecond))
	}
	var first [frames]bool
	for i := range frames {
		first[i] = ask(i)
	}
	for _, i := range rand.New(rand.NewPCG(1, 2)).Perm(frames) {
		if ask(i) != first[i] {
			t.Fatalf("frame %d was lost: %v, and is when it is asked again: %v", i, first[i], ask(i))
		}
	}
}

// The share of frames that are lost is what the options say, on each of many links.
func TestShareOfFramesLost(t *testing.T) {
	l, err := New(options)
	if err != nil {
		t.Fatal(err)
	}
	const links, seconds, each = 40, 500, 10
	lost := 0
	for link := range links {
		for frame := range seconds * each {
			if l.Lost(protocol.ID(link+1), protocol.ID(link+2), protocol.Time(frame)*protocol.Time(time.Second/each)) {
				lost++
			}
		}
	}
	// Four standard deviations of a share of so many seconds, which are lost together.
	slack := 4 * math.Sqrt(share*(1-share)/(links*seconds))
	if got := float64(lost) / (links * seconds * each); math.Abs(got-share) > slack {
		t.Errorf("%.4f of the frames are lost, want %.4f ± %.4f", got, share, slack)
	}
}

// Options that make no sense are refused.
func TestOptionsAreChecked(t *testing.T) {
	for _, o := range []Options{{Bad: -0.1}, {Bad: 2}, {Probability: math.NaN()}} {
		if _, err := New(o); err == nil {
			t.Errorf("%+v is accepted", o)
		}
	}
}
