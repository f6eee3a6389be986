package sensor

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"bellwether/protocol"
)

// AutoOptions configure an [Auto].
type AutoOptions struct {
	Weights Weights // default DefaultWeights
	Sys     string  // where sysfs is mounted; default /sys
	Proc    string  // where procfs is mounted; default /proc
	CPUs    int     // processors that share the load; default runtime.NumCPU
}

// Auto values what the machine says of itself and its agent has heard. It
// implements [Source].
type Auto struct {
	weights Weights
	machine machine
	reading Reading
	degree  degree
	now     func() time.Time
}

// machine is where facts come from.
type machine struct {
	sys, proc string
	cpus      int
}

// A fact is something a machine can be asked: it sets its part of the reading, or
// leaves it on an error.
type fact struct {
	weight float64
	read   func(machine, *Reading) error
}

// NewAuto checks the weights.
func NewAuto(o AutoOptions) (*Auto, error) {
	if o.Weights == (Weights{}) {
		o.Weights = DefaultWeights
	}
	if err := o.Weights.Validate(); err != nil {
		return nil, err
	}
	m := machine{sys: o.Sys, proc: o.Proc, cpus: o.CPUs}
	if m.sys == "" {
		m.sys = "/sys"
	}
	if m.proc == "" {
		m.proc = "/proc"
	}
	if m.cpus <= 0 {
		m.cpus = runtime.NumCPU()
	}
	return &Auto{
		weights: o.Weights,
		machine: m,
		reading: Reading{SignalDBm: signalNone, Load1PerCPU: 1}, // the worst, until it is read
		now:     time.Now,
	}, nil
}

// Value implements [Source]. Its error names what could not be read and has a
// weight; the value then goes by the last reading of it.
func (a *Auto) Value(ctx context.Context, heard Heard) (int64, error) {
	var faults []error
	for _, f := range []fact{
		{a.weights.Battery, machine.power},
		{a.weights.Uptime, machine.uptime},
		{a.weights.Load, machine.load},
		{a.weights.Signal, machine.signal},
	} {
		if err := f.read(a.machine, &a.reading); err != nil && f.weight > 0 {
			faults = append(faults, err)
		}
	}
	a.reading.Degree, a.reading.RTT, a.reading.LinkQuality = heard.Members, heard.RTT, heard.Quality
	a.degree.observe(heard.Members, a.now())
	value := a.weights.value(a.reading, a.degree.smoothed)
	if err := errors.Join(append(faults, ctx.Err())...); err != nil {
		return value, fmt.Errorf("sensor: %w", err)
	}
	return value, nil
}

// Reading is what the last Value went by.
func (a *Auto) Reading() Reading { return a.reading }

// degree is the number of members heard, smoothed as that of a node in a
// scenario, which is looked at each second.
type degree struct {
	smoothed float64
	at       time.Time // up to when; zero before the first
}

// settled is when a smoothed degree has become the present one: what is left of
// the former is below 16·0.9¹⁰⁰ = 0.0005.
const settled = 100 * time.Second

func (d *degree) observe(members int, now time.Time) {
	if d.at.IsZero() || now.Sub(d.at) > settled {
		d.smoothed, d.at = float64(members), now
		return
	}
	for ; now.Sub(d.at) >= time.Second; d.at = d.at.Add(time.Second) {
		d.smoothed = protocol.Smooth(d.smoothed, float64(members))
	}
}
