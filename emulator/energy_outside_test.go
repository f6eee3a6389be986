package emulator_test

import (
	"testing"
	"time"

	"bellwether/emulator"
)

// candle is a harvester that gives one watt for ever.
type candle struct{}

func (candle) Validate() error      { return nil }
func (candle) Step() time.Duration  { return time.Hour }
func (candle) PowerW(int64) float64 { return 1 }

// TestEnergyIsMadeOutside makes batteries and harvesters without a type of an internal
// package.
func TestEnergyIsMadeOutside(t *testing.T) {
	e := emulator.Energy{InitialJ: []float64{10, 10}, Harvester: candle{}}
	e.Profile.Name, e.Profile.IdleW, e.Profile.RxW, e.Profile.TxW = "lamp", 1, 1, 2
	if e.Profile.TxW != 2 || e.Harvester.PowerW(0) != 1 || e.Battery != nil {
		t.Errorf("made %+v", e)
	}
}
