package sensors

import (
	"context"
	"errors"
	"runtime"
	"time"

	"bellwether/internal/contract/capability"
)

// AutoOptions configure an [Auto].
type AutoOptions struct {
	Weights Weights // default DefaultWeights
	Sys     string  // where sysfs is mounted; default /sys
	Proc    string  // where procfs is mounted; default /proc
	CPUs    int     // processors that share the load; default runtime.NumCPU
}

// Auto computes a value from the state of the machine and from what its agent has heard.
// It implements [Source].
type Auto struct {
	weights Weights
	machine machine
	reading Reading
	degree  degree
	now     func() time.Time
}

// machine is the file trees that facts are read from.
type machine struct {
	sys, proc string
	cpus      int
}

// A fact is one property of the machine. It sets its part of the reading, or leaves it
// unchanged on an error.
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
		reading: Reading{SignalDBm: signalNone, Load1PerCPU: 1}, // the worst values, until they are read
		now:     time.Now,
	}, nil
}

// Value implements [Source]. Its error names the facts that have a weight and could not
// be read. For these the value uses their last reading.
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
		return value, err
	}
	return value, nil
}

// Reading returns the reading that the last Value used.
func (a *Auto) Reading() Reading { return a.reading }

// degree is the number of members heard, smoothed as a scenario smooths the degree of a
// node: once a second.
type degree struct {
	smoothed float64
	at       time.Time // up to when; zero before the first
}

// settled is the time after which the smoothed degree is the present one: the rest of the
// former is below 16·0.9¹⁰⁰ = 0.0005.
const settled = 100 * time.Second

func (d *degree) observe(members int, now time.Time) {
	if d.at.IsZero() || now.Sub(d.at) > settled {
		d.smoothed, d.at = float64(members), now
		return
	}
	for ; now.Sub(d.at) >= time.Second; d.at = d.at.Add(time.Second) {
		d.smoothed = capability.Smooth(d.smoothed, float64(members))
	}
}
