package radio_test

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"bellwether/radio"
)

func closeTo(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if !(math.Abs(got-want) <= within) {
		t.Errorf("%s is %v, want %v within %v", what, got, want, within)
	}
}

// Values computed by hand from the papers' formulas.
func TestPathLossIsWhatThePapersSay(t *testing.T) {
	log, friis := radio.DefaultLogDistance(), radio.DefaultFriis()
	rays, three := radio.DefaultTwoRay(), radio.DefaultThreeLogDistance()
	wifi := radio.Friis{Carrier: radio.Carrier{FrequencyHz: 2.4e9}, SystemLoss: 1}
	lossy := radio.Friis{Carrier: radio.Carrier{FrequencyHz: 2.4e9}, SystemLoss: 2, MinLossDB: 50}
	for _, c := range []struct {
		what          string
		model         radio.PathLoss
		distanceM, dB float64
	}{
		{"log-distance at the reference", log, 1, 46.6777},
		{"log-distance nearer", log, 0, 46.6777},
		{"log-distance, ten times as far, 30 dB more", log, 10, 76.6777},
		{"log-distance", log, 100, 106.6777},
		{"Friis at 1 m and 2.4 GHz", wifi, 1, 40.052},
		{"Friis, twice as far, 20·log10(2) more", wifi, 2, 46.0726},
		{"Friis at 1 km and 2.4 GHz", wifi, 1000, 100.052},
		{"Friis at 1 m and 5.15 GHz", friis, 1, 46.684},
		{"Friis with no distance", friis, 0, 0},
		{"Friis at its minimum", lossy, 1, 50},
		{"Friis with half lost in hardware", lossy, 1000, 103.0623},
		{"two rays, next to each other", rays, 0.5, 0},
		{"two rays before the crossover", rays, 100, 86.684},
		{"two rays at 1 km, 40·3 − 40·log10(1.5)", rays, 1000, 112.956},
		{"two rays, twice as far, 40·log10(2) more", rays, 2000, 124.998},
		{"three exponents, nearer", three, 0.99, 0},
		{"three exponents at 1 m", three, 1, 46.6777},
		{"three exponents at 200 m, 19·log10(200) more", three, 200, 90.3973},
		{"three exponents at 500 m, 38·log10(2.5) more", three, 500, 105.519},
		{"three exponents at 1 km, 38·log10(2) more", three, 1000, 116.958},
	} {
		closeTo(t, c.what, c.model.LossDB(c.distanceM), c.dB, 0.0006)
	}
	closeTo(t, "the crossover, 4π·1.5²·5.15e9/c", rays.CrossoverM(), 485.71, 0.01)
}

// The loss of a model never falls with distance, so that a channel has one reach. TwoRay
// has no step at its crossover.
func TestPathLossNeverFalls(t *testing.T) {
	models := []radio.PathLoss{radio.DefaultFriis(), radio.DefaultLogDistance(), radio.DefaultTwoRay(), radio.DefaultThreeLogDistance(),
		radio.TwoRay{Carrier: radio.Carrier{FrequencyHz: 868e6}, SystemLoss: 3, MinDistanceM: 2, HeightM: 20}}
	rapid.Check(t, func(t *rapid.T) {
		m := models[rapid.IntRange(0, len(models)-1).Draw(t, "model")]
		d := rapid.Float64Range(0, 1e5).Draw(t, "d")
		more := rapid.Float64Range(0, 1e4).Draw(t, "more")
		if near, far := m.LossDB(d), m.LossDB(d+more); far < near-1e-9 {
			t.Fatalf("%T loses %v dB at %v m and %v dB at %v m", m, near, d, far, d+more)
		}
	})
	rays := radio.DefaultTwoRay()
	at := rays.CrossoverM()
	closeTo(t, "the step at the crossover", rays.LossDB(at*1.000001)-rays.LossDB(at), 0, 0.001)
}

func TestPathLossRefusesNonsense(t *testing.T) {
	for want, m := range map[string]radio.PathLoss{
		"frequency must be":          radio.Friis{SystemLoss: 1},
		"system loss must be":        radio.Friis{Carrier: radio.Carrier{FrequencyHz: 1e9}, SystemLoss: 0.5},
		"minimum loss must be":       radio.Friis{Carrier: radio.Carrier{FrequencyHz: 1e9}, SystemLoss: 1, MinLossDB: math.NaN()},
		"exponent must be":           radio.LogDistance{Exponent: math.Inf(1), ReferenceDistanceM: 1},
		"reference distance must be": radio.LogDistance{Exponent: 2},
		"antenna height must be":     radio.TwoRay{Carrier: radio.Carrier{FrequencyHz: 1e9}, SystemLoss: 1},
		"distances must rise":        radio.ThreeLogDistance{DistancesM: [3]float64{1, 1, 2}, Exponents: [3]float64{1, 1, 1}},
		"reference loss must be":     radio.ThreeLogDistance{DistancesM: [3]float64{1, 2, 3}, Exponents: [3]float64{1, 1, 1}, ReferenceLossDB: -1},
	} {
		if err := m.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", m, err, want)
		}
	}
}
