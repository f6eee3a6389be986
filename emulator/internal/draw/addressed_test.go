package draw

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
	"unsafe"

	"gonum.org/v1/gonum/stat/distuv"
)

// TestDrawsAreForEver compares with values of an implementation of wyhash64 and
// splitmix64 in another language. They never change: runs of old seeds depend on them.
func TestDrawsAreForEver(t *testing.T) {
	for _, c := range []struct {
		seed    uint64
		why     Purpose
		node    uint32
		instant int64
		ordinal uint32
		want    uint64
	}{
		{1, Medium, 1, 0, 0, 0x5116a634287272b6},
		{1, Medium, 1, 0, 1, 0x77ad1acdf714548a},
		{1, Algorithm, 1, 0, 0, 0x66648af726ba6a57},
		{2, Medium, 1, 0, 0, 0xb58eabaa630c1380},
		{1, Medium, 2, 0, 0, 0xf96c2a0ecbbc5be9},
		{1, Medium, 1, 1, 0, 0xef30fd3b760573cb},
		{math.MaxUint64, Algorithm, 1 << 20, math.MaxInt64, math.MaxUint32, 0x6b2dd1b313ebe0a5},
		{42, Algorithm, 7, int64(90 * time.Second), 3, 0xcf41f9cc64f3d211},
	} {
		a := NewAddressed(c.seed, c.why)
		if got := a.at(c.instant, c.node, c.ordinal); got != c.want {
			t.Errorf("%+v: %#x", c, got)
		}
	}
}

// TestDrawsOfAnInstantDoNotDependOnEarlierOnes: this holds whatever a node drew before,
// and in every life.
func TestDrawsOfAnInstantDoNotDependOnEarlierOnes(t *testing.T) {
	a := NewAddressed(1, Medium)
	const now = int64(5*time.Second) + 17 // beyond 32 bits
	for _, before := range [][]int64{nil, {now - 1}, {now - 1, now - 1}, {0, 0, 0, now - 1<<32}, {now & math.MaxUint32}} {
		var o Occasion
		for _, instant := range before {
			a.Next(&o, 5, instant)
		}
		for n := range uint32(4) {
			if got, want := a.Next(&o, 5, now), a.at(now, 5, n); got != want {
				t.Errorf("after draws at %v: draw %d is %#x, want %#x", before, n, got, want)
			}
		}
	}
}

// TestOccasionsAreSmall holds what the package comment says of memory.
func TestOccasionsAreSmall(t *testing.T) {
	if size := unsafe.Sizeof(Occasion{}); size != 12 {
		t.Errorf("an occasion takes %d bytes, want 12", size)
	}
}

// draws is how many numbers each of the sequences below has.
const draws = 1 << 17

// sequences are draws of addresses that differ little, as in a run. In each sequence,
// neighbours differ in one part of the address only.
func sequences() map[string]func(n int) uint64 {
	a := NewAddressed(1, Medium)
	out := map[string]func(n int) uint64{
		"nodes":       func(n int) uint64 { return a.at(int64(time.Second), uint32(n+1), 0) },
		"ordinals":    func(n int) uint64 { return a.at(int64(time.Second), 9, uint32(n)) },
		"nanoseconds": func(n int) uint64 { return a.at(int64(time.Minute)+int64(n), 9, 0) },
		"seconds":     func(n int) uint64 { return a.at(int64(n)*int64(time.Second), 9, 0) },
		"times 2^20":  func(n int) uint64 { return a.at(int64(n)<<20, 9, 0) },
		"seeds": func(n int) uint64 {
			b := NewAddressed(uint64(n), Algorithm)
			return b.at(int64(time.Second), 9, 0)
		},
		// Draws of different purposes for the same node at the same instant.
		"purposes": func(n int) uint64 {
			b := NewAddressed(1, []Purpose{Medium, Algorithm, Backoffs}[n%3])
			return b.at(int64(n/3)*1_234_567, 9, 0)
		},
		// Ten neighbours hear a frame at one instant, and the next frame a while later.
		"receivers": func(n int) uint64 { return a.at(int64(n/10)*1_234_567, uint32(n%10+1), 0) },
		// Instants grow with IDs: both words of the address change.
		"diagonal": func(n int) uint64 { return a.at(int64(n), uint32(n), uint32(n)) },
	}
	return out
}

// worst is the chi-square value that a good generator exceeds once in a million tests.
func worst(freedom int) float64 {
	return distuv.ChiSquared{K: float64(freedom)}.Quantile(1 - 1e-6)
}

// chi2 is the chi-square statistic of counts that should be equal.
func chi2(counts []int) float64 {
	total, sum := 0, 0.0
	for _, n := range counts {
		total += n
	}
	want := float64(total) / float64(len(counts))
	for _, n := range counts {
		d := float64(n) - want
		sum += d * d / want
	}
	return sum
}

// TestDrawsAreUniform tests each byte of the numbers: jitter uses the highest, and
// rand.Rand uses the lowest for small ranges.
func TestDrawsAreUniform(t *testing.T) {
	for name, draw := range sequences() {
		for shift := 0; shift < 64; shift += 8 {
			counts := make([]int, 256)
			for n := range draws {
				counts[uint8(draw(n)>>shift)]++
			}
			if got, limit := chi2(counts), worst(255); got > limit {
				t.Errorf("%s, byte from bit %d: chi-square %.0f, above %.0f", name, shift, got, limit)
			}
		}
	}
}

// TestNeighbouringDrawsAreIndependent tests pairs of numbers that are 1, 2 and 10
// addresses apart: all pairs of values are equally frequent.
func TestNeighbouringDrawsAreIndependent(t *testing.T) {
	for name, draw := range sequences() {
		for _, apart := range []int{1, 2, 10} {
			for _, shift := range []int{0, 30, 60} {
				counts := make([]int, 256)
				for n := range draws {
					counts[draw(n)>>shift&15<<4|draw(n+apart)>>shift&15]++
				}
				if got, limit := chi2(counts), worst(255); got > limit {
					t.Errorf("%s, %d apart, 4 bits from %d: chi-square %.0f, above %.0f", name, apart, shift, got, limit)
				}
			}
		}
	}
}

// TestNeighbouringDrawsShareNoBits: in their exclusive or each bit is set half of the
// time, and half of all bits are set. This finds numbers that differ by a pattern.
func TestNeighbouringDrawsShareNoBits(t *testing.T) {
	for name, draw := range sequences() {
		var set [64]int
		weights := 0.0
		for n := range draws {
			x := draw(n) ^ draw(n+1)
			for ; x != 0; x &= x - 1 {
				set[bits.TrailingZeros64(x)]++
			}
			w := float64(bits.OnesCount64(draw(n)^draw(n+1))) - 32
			weights += w * w
		}
		for bit, n := range set {
			if off := math.Abs(float64(n)-draws/2) / math.Sqrt(draws/4); off > 5.5 {
				t.Errorf("%s: bit %d differs %d times of %d, %.1f standard deviations off", name, bit, n, draws, off)
			}
		}
		// The weight of 64 fair bits has variance 16; its estimate, 16·√(2/draws).
		if off := math.Abs(weights/draws-16) / (16 * math.Sqrt(2.0/draws)); off > 5.5 {
			t.Errorf("%s: weights vary by %.3f, want 16: %.1f standard deviations off", name, weights/draws, off)
		}
	}
}

// TestEveryBitOfAnAddressCounts: whichever bit of an address changes, each bit of the
// number changes half of the time.
func TestEveryBitOfAnAddressCounts(t *testing.T) {
	const samples = 4096
	g := rand.New(rand.NewPCG(1, 2))
	a := NewAddressed(3, Algorithm)
	for bit := range 63 + 64 {
		var changed [64]int
		for range samples {
			// Addresses of a long run: an hour, a million nodes, few draws at one instant.
			instant, node, ordinal := g.Int64N(int64(time.Hour)), g.Uint32N(1<<20), g.Uint32N(4)
			other, neighbour, next := instant, node, ordinal
			switch {
			case bit < 63:
				other ^= 1 << bit
			case bit < 63+32:
				neighbour ^= 1 << (bit - 63)
			default:
				next ^= 1 << (bit - 63 - 32)
			}
			for x := a.at(instant, node, ordinal) ^ a.at(other, neighbour, next); x != 0; x &= x - 1 {
				changed[bits.TrailingZeros64(x)]++
			}
		}
		for out, n := range changed {
			if off := math.Abs(float64(n)-samples/2) / math.Sqrt(samples/4); off > 5.5 {
				t.Errorf("bit %d of the address changes bit %d of the draw %d times of %d", bit, out, n, samples)
			}
		}
	}
}

// TestDrawsOfNeighboursDoNotFollowEachOther tests the ranks of neighbours' jitter over
// many floods, which decide which node rebroadcasts first. Each of three neighbours is
// equally often first, second and last, whichever was first in the flood before.
func TestDrawsOfNeighboursDoNotFollowEachOther(t *testing.T) {
	a := NewAddressed(7, Medium)
	orders := map[string]int{}
	const floods = 60_000
	order := func(n int) string {
		var j [3]int64
		for i := range j {
			j[i] = Within(a.at(int64(n)*int64(time.Second)+1_184_000, uint32(i+1), 0), int64(20*time.Millisecond))
		}
		return fmt.Sprint(j[0] < j[1], j[1] < j[2], j[0] < j[2])
	}
	for n := range floods {
		orders[order(n)+order(n+1)]++
	}
	if len(orders) != 36 {
		t.Fatalf("%d pairs of orders, want 6·6", len(orders))
	}
	counts := make([]int, 0, 36)
	for _, n := range orders {
		counts = append(counts, n)
	}
	if got, limit := chi2(counts), worst(35); got > limit {
		t.Errorf("chi-square %.0f, above %.0f", got, limit)
	}
}

// TestDrawsSeldomCollide: of n = 2^18 draws cut to 36 bits, n²/2/2^36 = 0.5 pairs are
// equal by chance.
func TestDrawsSeldomCollide(t *testing.T) {
	a := NewAddressed(1, Algorithm)
	for name, draw := range map[string]func(n int64) uint64{
		"nodes":    func(n int64) uint64 { return a.at(0, uint32(n), 0) },
		"instants": func(n int64) uint64 { return a.at(n, 1, 0) },
		"ordinals": func(n int64) uint64 { return a.at(1, 1, uint32(n)) },
		"boots":    func(n int64) uint64 { return a.at(0, uint32(n/4+1), uint32(n%4)) },
		"floods":   func(n int64) uint64 { return a.at(n/16*1000, uint32(n%8+1), uint32(n/8%2)) },
	} {
		drawn := make([]uint64, 1<<18)
		for n := range drawn {
			drawn[n] = draw(int64(n)) >> 28
		}
		slices.Sort(drawn)
		// The chance of more than 8 is 10^-9.
		if alike := len(drawn) - len(slices.Compact(drawn)); alike > 8 {
			t.Errorf("%s: %d draws are like another", name, alike)
		}
	}
}

// TestWithinReachesBothEnds also tests that Within is uniform.
func TestWithinReachesBothEnds(t *testing.T) {
	if got := Within(0, 9); got != 0 {
		t.Errorf("the least draw gives %d", got)
	}
	if got := Within(math.MaxUint64, 9); got != 9 {
		t.Errorf("the largest draw gives %d", got)
	}
	if got := Within(math.MaxUint64, 0); got != 0 {
		t.Errorf("no span gives %d", got)
	}
	a, counts := NewAddressed(1, Medium), make([]int, 10)
	for n := range draws {
		counts[Within(a.at(int64(n), 1, 0), 9)]++
	}
	if got, limit := chi2(counts), worst(9); got > limit {
		t.Errorf("chi-square %.0f, above %.0f", got, limit)
	}
}

var sink uint64

// BenchmarkDraw compares a draw by address with the next of a stream.
func BenchmarkDraw(b *testing.B) {
	b.Run("address", func(b *testing.B) {
		a := NewAddressed(1, Medium)
		var o Occasion
		instant := int64(0)
		for b.Loop() {
			instant += 1000
			sink += a.Next(&o, 5, instant)
		}
	})
	b.Run("stream", func(b *testing.B) {
		s := Stream(1, Medium, 5)
		for b.Loop() {
			sink += s.Uint64()
		}
	})
}
