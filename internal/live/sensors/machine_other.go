//go:build !linux

package sensors

import "math"

// Unsupported on this system: it returns no readings. exec=COMMAND may ask the system.

func (machine) power(r *Reading) error {
	r.BatteryFraction, r.OnMains = math.NaN(), true
	return nil
}

func (machine) signal(r *Reading) error {
	r.SignalDBm = math.NaN()
	return nil
}

func (machine) load(r *Reading) error {
	r.Load1PerCPU = math.NaN()
	return nil
}

func (machine) uptime(*Reading) error { return nil }
