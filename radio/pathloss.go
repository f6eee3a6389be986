package radio

import (
	"errors"
	"math"

	"bellwether/internal/base/errs"
)

// A PathLoss is the loss of power by distance alone. It never falls as the distance grows.
type PathLoss interface {
	// LossDB returns the loss in decibels at a distance in metres, 0 or more.
	LossDB(distanceM float64) float64
	// Validate reports every parameter that is out of bounds.
	Validate() error
}

// An Above is the distance of two nodes in space and their altitudes, in metres.
type Above struct{ DistanceM, FromM, ToM float64 }

// A PathLossAbove is a path loss that depends on how high the ends are, and not only on their
// distance. It is the same both ways, and never rises with an altitude.
type PathLossAbove interface {
	PathLoss // of two nodes on the ground
	// LossAboveDB returns the loss in decibels.
	LossAboveDB(a Above) float64
}

// defaultFrequencyHz is ns-3's: the middle of channel 30 of the 5 GHz band.
const defaultFrequencyHz = 5.150e9

const (
	// Radios for packets lie between medium wave and terahertz.
	minFrequencyHz = 1e5
	maxFrequencyHz = 1e13

	maxExponent = 10  // measured ones end at 6 (Rappaport 2002, table 4.2)
	maxLossDB   = 1e4 // far more than any receiver can stand
)

// faults collects the errors of options.
type faults []error

func (f *faults) check(sound bool, format string, args ...any) {
	if !sound {
		*f = append(*f, errs.Radio.Errorf(format, args...))
	}
}

func (f faults) err() error { return errors.Join(f...) }

// FreeSpaceDB returns the loss between isotropic antennas in free space, 20·log10(4πd/λ),
// in decibels.
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
