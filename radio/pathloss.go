package radio

import (
	"errors"
	"math"

	"bellwether/internal/refuse"
)

// A PathLoss says how much weaker a signal is at a distance, all else left out:
// in decibels, never falling as the distance grows.
type PathLoss interface {
	// LossDB is the loss at a distance in metres, from 0.
	LossDB(distanceM float64) float64
	// Validate says which parameters make no sense, all at once.
	Validate() error
}

// defaultFrequencyHz is ns-3's: the middle of channel 30 of the 5 GHz band.
const defaultFrequencyHz = 5.150e9

const (
	// Radios for packets lie between medium wave and terahertz.
	minFrequencyHz = 1e5
	maxFrequencyHz = 1e13

	maxExponent = 10  // measured ones end at 6 (Rappaport 2002, table 4.2)
	maxLossDB   = 1e4 // far below anything heard
)

// faults collects what is wrong with options.
type faults []error

func (f *faults) check(sound bool, format string, args ...any) {
	if !sound {
		*f = append(*f, refuse.Radio.Errorf(format, args...))
	}
}

func (f faults) err() error { return errors.Join(f...) }

// FreeSpaceDB is the loss of isotropic antennas in free space, 20·log10(4πd/λ).
func FreeSpaceDB(distanceM float64, carrier Carrier) float64 {
	return 20 * math.Log10(4*math.Pi*distanceM/carrier.wavelengthM())
}

// A Carrier is the frequency of a radio.
type Carrier struct {
	FrequencyHz float64 // ns-3: 5.150e9
}

func (c Carrier) wavelengthM() float64 { return speedOfLightMS / c.FrequencyHz }

func (c Carrier) check(f *faults) {
	f.check(c.FrequencyHz >= minFrequencyHz && c.FrequencyHz <= maxFrequencyHz,
		"frequency must be from %g to %g Hz, got %g", float64(minFrequencyHz), float64(maxFrequencyHz), c.FrequencyHz)
}
