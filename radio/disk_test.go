package radio_test

import (
	"math"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/paulmach/orb"
	"pgregory.net/rapid"

	"bellwether/radio"
)

func TestTouchingIsHeardAndBeyondIsNot(t *testing.T) {
	for _, c := range []struct {
		name              string
		rangeM, squaredM2 float64
		heard             bool
	}{
		{"oneself", 250, 0, true},
		{"inside", 250, 62_000, true},
		{"the rim", 250, 62_500, true},
		{"a rounding beyond", 250, math.Nextafter(62_500, math.Inf(1)), true},
		{"2 µm beyond", 250, 250.000002 * 250.000002, false},
		{"far", 250, 1e9, false},
		{"infinitely far", 250, math.Inf(1), false},
		{"nowhere", 250, math.NaN(), false},
		{"small range, rim", 0.5, 0.25, true},
		{"small range, beyond", 0.5, 0.26, false},
	} {
		if got := radio.Disk(c.rangeM).Carries(radio.Hop{ToM: orb.Point{math.Sqrt(c.squaredM2), 0}}); got != c.heard {
			t.Errorf("%s: range %g m, squared distance %g m²: heard %v", c.name, c.rangeM, c.squaredM2, got)
		}
	}
}

// Light takes 3.335 640 951 98 ns per metre.
func TestDelayIsLightToTheRim(t *testing.T) {
	for _, c := range []struct {
		rangeM float64
		want   time.Duration
	}{
		{0.1, 0},
		{0.2, 1},
		{1, 3},
		{100, 334},
		{150, 500},
		{250, 834},
		{299.792458, 1000},
		{1e6, 3_335_641},
	} {
		if got := radio.Disk(c.rangeM).Delay(); got != c.want {
			t.Errorf("range %g m: delay %d ns, want %d", c.rangeM, got, c.want)
		}
	}
}

func TestDiskRefusesRangesThatMakeNoSense(t *testing.T) {
	for rangeM, want := range map[float64]string{
		250: "", 0.001: "", 1e6: "",
		0: "got 0", -250: "got -250", 1_000_001: "got 1.000001e+06",
		math.Inf(1): "got +Inf", math.Inf(-1): "got -Inf",
	} {
		checkFault(t, radio.Disk(rangeM).Validate(), want)
	}
	checkFault(t, radio.Disk(math.NaN()).Validate(), "got NaN")
}

// checkFault fails unless err is of this package and contains all phrases, or is nil
// if the first phrase is empty.
func checkFault(t *testing.T, err error, want ...string) {
	t.Helper()
	if want[0] == "" {
		if err != nil {
			t.Errorf("refused: %v", err)
		}
		return
	}
	for _, phrase := range want {
		if err == nil || !strings.HasPrefix(err.Error(), "radio: ") || !strings.Contains(err.Error(), phrase) {
			t.Errorf("got error %v, want one of radio that says %q", err, phrase)
		}
	}
}

func TestDistanceSquaredByHand(t *testing.T) {
	for _, c := range []struct {
		a, b orb.Point
		want float64
	}{
		{orb.Point{0, 0}, orb.Point{3, 4}, 25},
		{orb.Point{3, 4}, orb.Point{0, 0}, 25},
		{orb.Point{-1, -1}, orb.Point{2, 3}, 25},
		{orb.Point{7, 7}, orb.Point{7, 7}, 0},
		{orb.Point{1e6, 0}, orb.Point{1e6 + 5, 12}, 169},
	} {
		if got := radio.DistanceSquared(c.a, c.b); got != c.want {
			t.Errorf("%v to %v: %g m², want %g", c.a, c.b, got, c.want)
		}
	}
}

// Every operation rounds to 53 bits, as big.Float does here; a fused
// multiply-add (arm64, GOAMD64=v3) would differ in the last bit sometimes.
func TestDistanceSquaredNeverFuses(t *testing.T) {
	round := func(x float64) *big.Float { return new(big.Float).SetPrec(53).SetFloat64(x) }
	rapid.Check(t, func(t *rapid.T) {
		coordinate := rapid.Float64Range(-1e5, 1e5)
		a := orb.Point{coordinate.Draw(t, "ax"), coordinate.Draw(t, "ay")}
		b := orb.Point{coordinate.Draw(t, "bx"), coordinate.Draw(t, "by")}
		dx := new(big.Float).Sub(round(a[0]), round(b[0]))
		dy := new(big.Float).Sub(round(a[1]), round(b[1]))
		dx.Mul(dx, dx)
		dy.Mul(dy, dy)
		want, _ := dx.Add(dx, dy).Float64()
		if want < 1e-290 {
			t.Skip("big.Float has no subnormal numbers")
		}
		if got := radio.DistanceSquared(a, b); got != want {
			t.Fatalf("%v to %v: %x, want %x", a, b, got, want)
		}
	})
}
