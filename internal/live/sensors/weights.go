package sensors

import (
	"errors"
	"fmt"
	"math"
	"time"

	"bellwether/internal/contract/capability"
)

// Weights are the weights of the shares. Each is from 0 to 1, and at least one is above
// 0.
type Weights struct {
	Battery      float64 // default 0.7, as in the scenario campus-walk
	Connectivity float64 // default 0.3, as in the scenario campus-walk
	LinkQuality  float64 // default 0, as are all below
	Uptime       float64
	Load         float64
	Signal       float64
	RTT          float64
}

// DefaultWeights are the weights of a scenario that gives none.
var DefaultWeights = Weights{Battery: 0.7, Connectivity: 0.3}

// The ends of the mappings to shares; the package comment gives the reasons.
const (
	signalNone = -100.0                 // dBm
	signalFull = -50.0                  // dBm
	rttLost    = 500 * time.Millisecond // the round trip of share 0
)

// A weight is one field of Weights with the name that users write.
type weight struct {
	name string
	of   *float64
}

func (w *Weights) list() []weight {
	return []weight{
		{"battery", &w.Battery}, {"connectivity", &w.Connectivity}, {"link_quality", &w.LinkQuality},
		{"uptime", &w.Uptime}, {"load", &w.Load}, {"signal", &w.Signal}, {"rtt", &w.RTT},
	}
}

// Validate checks the weights.
func (w Weights) Validate() error {
	if err := w.fault(); err != nil {
		return err
	}
	return nil
}

func (w Weights) fault() error {
	for _, x := range w.list() {
		if !(*x.of >= 0 && *x.of <= 1) { // NaN fails, too
			return fmt.Errorf("weight %s must be from 0 to 1, got %v", x.name, *x.of)
		}
	}
	if w == (Weights{}) {
		return errors.New("all weights are 0, so every node would offer 0")
	}
	return nil
}

// value weighs a reading, with the degree smoothed.
func (w Weights) value(r Reading, degree float64) int64 {
	return capability.Value(
		capability.Asset{Weight: w.Battery, Share: batteryShare(r.BatteryFraction)},
		capability.Asset{Weight: w.Connectivity, Share: capability.Connectivity(degree)},
		capability.Asset{Weight: w.LinkQuality, Share: qualityShare(r.LinkQuality)},
		capability.Asset{Weight: w.Uptime, Share: capability.Uptime(r.Uptime, capability.UptimeHalf)},
		capability.Asset{Weight: w.Load, Share: loadShare(r.Load1PerCPU)},
		capability.Asset{Weight: w.Signal, Share: signalShare(r.SignalDBm)},
		capability.Asset{Weight: w.RTT, Share: rttShare(r.RTT)},
	)
}

func batteryShare(fraction float64) float64 {
	if math.IsNaN(fraction) {
		return 1
	}
	return unit(fraction)
}

func qualityShare(heard float64) float64 {
	if math.IsNaN(heard) {
		return 0
	}
	return unit(heard)
}

func loadShare(perCPU float64) float64 {
	if math.IsNaN(perCPU) {
		return 0
	}
	return 1 - unit(perCPU)
}

func signalShare(dBm float64) float64 {
	if math.IsNaN(dBm) {
		return 1
	}
	return unit((dBm - signalNone) / (signalFull - signalNone))
}

func rttShare(rtt time.Duration) float64 {
	if rtt <= 0 {
		return 0
	}
	return 1 - unit(rtt.Seconds()/rttLost.Seconds())
}

// unit is the nearest number in [0, 1].
func unit(x float64) float64 { return min(max(x, 0), 1) }
