package measure

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// The functions of this package agree with package math and gonum.
func TestPortableFunctionsAgreeWithTheLibraries(t *testing.T) {
	near := func(what string, got, want, within float64) {
		t.Helper()
		if math.IsNaN(got) || math.Abs(got-want) > within*math.Abs(want) {
			t.Errorf("%s is %v, want %v", what, got, want)
		}
	}
	for x := -745.0; x < 709; x += 0.37 {
		near(fmt.Sprintf("exp(%v)", x), exp(x), math.Exp(x), 4e-16+1e-323/math.Exp(x))
	}
	for x, want := range map[float64]float64{0: 1, 711: math.Inf(1), -747: 0, math.Inf(1): math.Inf(1), math.Inf(-1): 0} {
		if got := exp(x); got != want {
			t.Errorf("exp(%v) is %v, want %v", x, got, want)
		}
	}
	for _, n := range []int{1, 2, 3, 4, 5, 9, 19, 29, 99, 499, 2000} {
		student := distuv.StudentsT{Sigma: 1, Nu: float64(n)}
		for _, x := range []float64{0, 1e-9, 0.01, 0.3, 1, 1.5, 2, 2.7, 3.9, 3.9999, 4, 4.0001, 6, 10, 40} {
			near(fmt.Sprintf("tails of %v with %d degrees", x, n), studentTails(x, n), 2*student.Survival(x), 1e-8)
		}
		for _, tails := range []float64{0.5, 0.05, 0.01, 0.01 / 30} {
			near(fmt.Sprintf("t beyond %v with %d degrees", tails, n), studentBeyond(tails, n), student.Quantile(1-tails/2), 1e-8)
		}
	}
	for z := 0.0; z < 12; z += 0.01 {
		near(fmt.Sprintf("normal tails of %v", z), normalTails(z), math.Erfc(z/math.Sqrt2), 1e-10)
	}
	values := []float64{3, 1e9 + 1, 1e9 + 2, -7, 0.1, 0.1}
	middle, deviation := meanDeviation(values)
	wantMiddle, wantDeviation := stat.MeanStdDev(values, nil)
	near("mean", middle, wantMiddle, 1e-15)
	near("deviation", deviation, wantDeviation, 1e-15)
}

// The bits are the same on every processor: this hash was computed on amd64, and on arm64,
// which fuses products with sums.
func TestPortableFunctionsHaveTheSameBits(t *testing.T) {
	const want = "c27561142ad46fa46bb316d74a9dce8cf9f7834829e6c56cc7b8b3f893d8ce20"
	sum := sha256.New()
	add := func(values ...float64) {
		for _, x := range values {
			sum.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(x)))
		}
	}
	values := []float64{}
	for i := range 400 {
		x := float64(i*i%389) / 7
		values = append(values, x/3)
		middle, deviation := meanDeviation(append(values, 1))
		add(exp(x), exp(-x), exp(x/1e3), normalTails(x/5), middle, deviation)
		add(studentTails(x/4, i+1), studentBeyond(0.05, i+1), studentBeyond(0.01/float64(i+1), i+1))
		k := &Key{Percent: i%2 == 0}
		add(k.Ends(float64(i+1)/401, float64(i%17+1)/100))
	}
	if got := fmt.Sprintf("%x", sum.Sum(nil)); got != want {
		t.Errorf("the bits have the hash %s, want %s", got, want)
	}
}
