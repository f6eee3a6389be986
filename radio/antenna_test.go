package radio_test

import (
	"math"
	"testing"

	"bellwether/radio"
)

// The gains that tables and textbooks state.
func TestAntennasHaveTheGainsOfTheirSources(t *testing.T) {
	sector := radio.Antenna{Pattern: "sector", GainDB: 8, WidthDeg: 65, DepthDB: 30}
	dipole := radio.Antenna{Pattern: "dipole", GainDB: radio.DefaultAntenna("dipole").GainDB, DepthDB: 60}
	flat := dipole
	flat.Pattern = "dipole-flat"
	for _, c := range []struct {
		of   string
		a    radio.Antenna
		d    radio.Direction
		want float64
	}{
		{"38.901: the lobe", sector, radio.Direction{}, 8},
		{"38.901: half the width", sector, radio.Direction{AzimuthDeg: -32.5}, 5},
		{"38.901: half the width, up", sector, radio.Direction{ElevationDeg: 32.5}, 5},
		{"38.901: both", sector, radio.Direction{AzimuthDeg: 32.5, ElevationDeg: 32.5}, 2},
		{"38.901: behind", sector, radio.Direction{AzimuthDeg: 180, ElevationDeg: 40}, -22},
		{"a turn more is the same", sector, radio.Direction{AzimuthDeg: 327.5}, 5},
		{"Balanis, §4.6: 2.15 dBi across", dipole, radio.Direction{AzimuthDeg: 77}, 2.15},
		{"Balanis, §4.6: 3 dB at half of 78 degrees", dipole, radio.Direction{ElevationDeg: 39}, 2.15 - 3},
		{"cos 45° / sin 60°", dipole, radio.Direction{ElevationDeg: 30}, 2.15 - 1.761},
		{"no power along the axis", dipole, radio.Direction{ElevationDeg: 90}, 2.15 - 60},
		{"flat, along its bearing", flat, radio.Direction{}, 2.15},
		{"flat, backwards", flat, radio.Direction{AzimuthDeg: 180}, 2.15},
		{"flat, 60 degrees off", flat, radio.Direction{AzimuthDeg: 60}, 2.15 + 20*math.Log10(math.Cos(math.Pi/2*math.Sin(math.Pi/3))/math.Cos(math.Pi/3))},
		{"flat, along its axis", flat, radio.Direction{AzimuthDeg: 90}, 2.15 - 60},
		{"flat, above", flat, radio.Direction{ElevationDeg: 90}, 2.15},
		{"omni", radio.Antenna{GainDB: 3}, radio.Direction{AzimuthDeg: 12}, 3},
	} {
		if got := c.a.TowardsDB(c.d); math.Abs(got-c.want) > 0.02 {
			t.Errorf("%s: %.3f dB, want %.3f", c.of, got, c.want)
		}
	}
}

// "A lossless antenna radiates what it is given": over all directions the mean gain is 1.
func TestDipolesRadiateWhatTheyAreGiven(t *testing.T) {
	for _, pattern := range []string{"dipole", "dipole-flat"} {
		a := radio.Antenna{Pattern: pattern, GainDB: radio.DefaultAntenna(pattern).GainDB, DepthDB: 100}
		sum, weights := 0.0, 0.0
		for el := -89.5; el < 90; el++ {
			for az := 0.5; az < 360; az++ {
				w := math.Cos(el * math.Pi / 180)
				sum += w * math.Pow(10, a.TowardsDB(radio.Direction{AzimuthDeg: az, ElevationDeg: el})/10)
				weights += w
			}
		}
		if mean := sum / weights; math.Abs(mean-1) > 0.001 {
			t.Errorf("%s: mean gain %v", pattern, mean)
		}
	}
}

func TestAntennasAreRefused(t *testing.T) {
	for _, a := range []radio.Antenna{{Pattern: "yagi"}, {Use: "never"}, {BearingDeg: math.NaN()}, {GainDB: 101},
		{Pattern: "sector"}, {Pattern: "sector", WidthDeg: 65, DepthDB: -1}, {DepthDB: math.Inf(1)}} {
		if a.Validate() == nil {
			t.Errorf("%+v is taken", a)
		}
	}
}
