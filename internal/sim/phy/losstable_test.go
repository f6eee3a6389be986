package phy

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"bellwether/radio"
)

// TestLossTableIsTheModel: the table changes the speed and no result.
func TestLossTableIsTheModel(t *testing.T) {
	paths := []radio.PathLoss{radio.DefaultLogDistance(), radio.LogDistance{Exponent: 6, ReferenceDistanceM: 3, ReferenceLossDB: 20}, radio.DefaultThreeLogDistance(),
		radio.Friis{Carrier: radio.Carrier{FrequencyHz: 2.4e9}, SystemLoss: 1}, radio.Friis{Carrier: radio.Carrier{FrequencyHz: 868e6}, SystemLoss: 2, MinLossDB: 60},
		radio.TwoRay{Carrier: radio.Carrier{FrequencyHz: 5.150e9}, SystemLoss: 1, MinDistanceM: 0.5, HeightM: 1.5}}
	for _, path := range paths {
		for _, reachM := range []float64{50, 555.5, 1e6} {
			table := newLossTable(path, reachM)
			asked := 0
			for i := range 100_000 {
				d := reachM * math.Exp2(-float64(i)/100_000*9.9)
				if got, want := table.of(d*d), levelOf(path.LossDB(math.Sqrt(d*d))); got != want {
					t.Fatalf("%+v at %v m: %v, want %v", path, d, got, want)
				}
				if k := math.Float64bits(d*d)>>stepShift - table.first; k >= table.steps || math.IsNaN(table.point[k]) {
					asked++
				}
			}
			if asked > 5_000 {
				t.Errorf("%+v to %v m: the model is computed %d times of 100000", path, reachM, asked)
			}
			rapid.Check(t, func(t *rapid.T) {
				square := rapid.Float64Range(0, 2*reachM*reachM).Draw(t, "square")
				if got, want := table.of(square), levelOf(path.LossDB(math.Sqrt(square))); got != want {
					t.Fatalf("%+v at √%v m: %v, want %v", path, square, got, want)
				}
			})
		}
	}
}
