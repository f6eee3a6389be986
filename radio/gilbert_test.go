package radio_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"bellwether/protocol"
	"bellwether/radio"
)

func mustBursts(t testing.TB, o radio.GilbertElliott, seed uint64) radio.Loss {
	t.Helper()
	b, err := radio.NewBursts(o, seed)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// A two-state chain stays in a state for a geometric number of slots, whose mean
// and variance are known. Its share of bad slots follows from the mean stays. Both are
// measured over successive slots.
func TestBurstsLastAsLongAsTheChainSays(t *testing.T) {
	for _, o := range []radio.GilbertElliott{
		radio.DefaultGilbertElliott(),
		{Good: 20 * time.Millisecond, Bad: 5 * time.Millisecond, LossBad: 1, Slot: time.Millisecond},
		{Good: 2 * time.Millisecond, Bad: 2 * time.Millisecond, LossBad: 1, Slot: time.Millisecond},
		{Good: time.Second, Bad: 300 * time.Millisecond, LossBad: 1, Slot: 10 * time.Millisecond},
	} {
		b := mustBursts(t, o, 11)
		const slots = 400_000
		var stays [2][]float64
		bad, run, state := 0, 0, b.Lost(1, 2, 0)
		for i := range slots {
			lost := b.Lost(1, 2, protocol.Time(i)*protocol.Time(o.Slot))
			if lost {
				bad++
			}
			if lost != state {
				k := 0
				if state {
					k = 1
				}
				stays[k] = append(stays[k], float64(run))
				state, run = lost, 0
			}
			run++
		}
		for k, want := range []float64{float64(o.Good / o.Slot), float64(o.Bad / o.Slot)} {
			mean, sd := moments(stays[k][1:])
			// The mean of n stays scatters by want/√n.
			n := float64(len(stays[k]))
			closeTo(t, "mean stay", mean, want, 4*want/math.Sqrt(n))
			closeTo(t, "deviation of stays", sd, math.Sqrt(want*want-want), 8*want/math.Sqrt(n))
		}
		share := o.MeanLoss()
		cycle := float64(o.Good+o.Bad) / float64(o.Slot)
		closeTo(t, "share of bad slots", float64(bad)/slots, share, 6*math.Sqrt(share*(1-share)*cycle/slots))
	}
}

// The chain is in its steady state from the first slot on, on every link.
func TestBurstsAreStationary(t *testing.T) {
	b := mustBursts(t, radio.GilbertElliott{Good: 400 * time.Millisecond, Bad: 100 * time.Millisecond, LossBad: 1, Slot: time.Millisecond}, 5)
	const links = 40_000
	for _, slot := range []int{0, 1, 37, 63, 64, 100, 1000, 123_456} {
		bad, also := 0, 0
		for link := range protocol.ID(links) {
			if b.Lost(link+1, 9, slotTime(slot)) {
				bad++
				if b.Lost(link+1, 9, slotTime(slot+50)) {
					also++
				}
			}
		}
		closeTo(t, "share of bad links", float64(bad)/links, 0.2, 0.01)
		// Bad stays bad over 50 slots with π + (1−π)·(1−p−r)^50, p = 1/400, r = 1/100.
		closeTo(t, "bad after 50 slots", float64(also)/float64(bad), 0.2+0.8*math.Pow(1-0.0125, 50), 0.03)
	}
}

// Neither earlier calls nor their order change a result.
func TestBurstsDoNotRemember(t *testing.T) {
	o := radio.GilbertElliott{Good: 50 * time.Millisecond, Bad: 30 * time.Millisecond, LossGood: 0.1, LossBad: 0.7, Slot: time.Millisecond}
	b, again := mustBursts(t, o, 1), mustBursts(t, o, 1)
	lostIn := make([]bool, 5000)
	for i := range lostIn {
		lostIn[i] = b.Lost(3, 4, slotTime(i))
	}
	lost, differ := 0, 0
	for _, i := range rand.New(rand.NewPCG(1, 1)).Perm(len(lostIn)) {
		if again.Lost(3, 4, slotTime(i)+999_999) != lostIn[i] {
			t.Fatalf("slot %d depends on earlier calls", i)
		}
		if lostIn[i] {
			lost++
		}
		if b.Lost(4, 3, slotTime(i)) != lostIn[i] {
			differ++
		}
	}
	// 0.1·5/8 + 0.7·3/8 = 0.325; two independent links differ with 2·0.325·0.675.
	closeTo(t, "share lost", float64(lost)/5000, 0.325, 0.06)
	closeTo(t, "share that differs on the way back", float64(differ)/5000, 0.439, 0.06)
}

func TestBurstsRefuseNonsense(t *testing.T) {
	good := radio.DefaultGilbertElliott()
	for want, change := range map[string]func(*radio.GilbertElliott){
		"slot must be above 0":               func(o *radio.GilbertElliott) { o.Slot = 0 },
		"good state must be at least two":    func(o *radio.GilbertElliott) { o.Good = o.Slot },
		"bad state must be at least two":     func(o *radio.GilbertElliott) { o.Bad = -1 },
		"probability must be between 0":      func(o *radio.GilbertElliott) { o.LossBad = math.NaN() },
		"shorter state must be at most 1000": func(o *radio.GilbertElliott) { o.Slot = 2 },
	} {
		o := good
		change(&o)
		if _, err := radio.NewBursts(o, 1); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", o, err, want)
		}
	}
}

func TestLossGrowsWithDistance(t *testing.T) {
	o := radio.DistanceLoss{Near: 0.1, Far: 0.9, RangeM: 100, Exponent: 2, Slot: radio.DefaultSlot}
	d, err := radio.NewDistanceLoss(o, 3)
	if err != nil {
		t.Fatal(err)
	}
	const n = 60_000
	// 0.1 + 0.8·(d/100)², by hand.
	for distance, want := range map[float64]float64{0: 0.1, 50: 0.3, 70.7107: 0.5, 100: 0.9, 300: 0.9} {
		lost := 0
		for i := range n {
			if d.LostAt(1, protocol.ID(2+i%50), slotTime(i), distance*distance) {
				lost++
			}
		}
		closeTo(t, "share lost", float64(lost)/n, want, 0.01)
	}
	for i := range 5000 {
		if d.LostAt(1, 2, slotTime(i), 900) && !d.LostAt(1, 2, slotTime(i), 901) {
			t.Fatal("the farther node hears a frame that the nearer loses")
		}
		if d.Lost(1, 2, slotTime(i)) != d.LostAt(1, 2, slotTime(i), 0) {
			t.Fatal("Lost differs from LostAt at a distance of 0")
		}
	}
	if _, err := radio.NewDistanceLoss(radio.DefaultDistanceLoss(), 1); err == nil || !strings.Contains(err.Error(), "range of loss") {
		t.Errorf("no range: %v", err)
	}
}

func slotTime(slot int) protocol.Time { return protocol.Time(slot) * 1_000_000 }

func moments(xs []float64) (mean, sd float64) {
	for _, x := range xs {
		mean += x / float64(len(xs))
	}
	square := 0.0
	for _, x := range xs {
		square += (x - mean) * (x - mean) / float64(len(xs))
	}
	return mean, math.Sqrt(square)
}
