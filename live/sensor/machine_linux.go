package sensor

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/procfs"
	"github.com/prometheus/procfs/sysfs"
)

// power reads the power supplies of the system, not those of a mouse
// (Documentation/ABI/testing/sysfs-class-power: one without a scope is the
// system's). None at all, as on a virtual machine, is a machine on mains.
func (m machine) power(r *Reading) error {
	sys, err := sysfs.NewFS(m.sys)
	var supplies sysfs.PowerSupplyClass
	if err == nil {
		supplies, err = sys.PowerSupplyClass()
	}
	if err != nil && !absent(m.sys, "class/power_supply") {
		return fmt.Errorf("power supplies: %w", err)
	}
	var all []battery
	var plugged, lines, discharging bool
	for _, name := range slices.Sorted(maps.Keys(supplies)) {
		s := supplies[name]
		switch {
		case s.Scope == "Device":
		case s.Type == "Battery" || s.Type == "UPS":
			if s.Present != nil && *s.Present == 0 {
				continue
			}
			b, err := chargeOf(s)
			if err != nil {
				return fmt.Errorf("battery %s: %w", name, err)
			}
			all = append(all, b)
			discharging = discharging || s.Status == "Discharging"
		default: // Mains, USB, Wireless, …
			lines = lines || s.Online != nil
			plugged = plugged || s.Online != nil && *s.Online > 0
		}
	}
	r.BatteryFraction = fraction(all)
	r.OnMains = len(all) == 0 || plugged || !lines && !discharging
	return nil
}

// A battery holds now of full.
type battery struct {
	now, full float64
	unit      string // µWh, µAh or %
}

func chargeOf(s sysfs.PowerSupply) (battery, error) {
	hundred := int64(100)
	for _, c := range []struct {
		now, full *int64
		unit      string
	}{
		{s.EnergyNow, s.EnergyFull, "µWh"},
		{s.ChargeNow, s.ChargeFull, "µAh"},
		{s.Capacity, &hundred, "%"},
	} {
		switch {
		case c.now == nil || c.full == nil || *c.full == 0: // not known to every driver
		case *c.now < 0 || *c.full < 0 || c.unit == "%" && *c.now > 100:
			return battery{}, fmt.Errorf("a charge of %d of %d %s makes no sense", *c.now, *c.full, c.unit)
		default:
			return battery{float64(min(*c.now, *c.full)), float64(*c.full), c.unit}, nil
		}
	}
	return battery{}, errors.New("it does not say how full it is")
}

// fraction is what is left of all batteries, by their sizes where they have one
// unit; NaN if there are none.
func fraction(all []battery) float64 {
	var now, full, mean float64
	alike := true
	for _, b := range all {
		now += b.now
		full += b.full
		mean += b.now / b.full / float64(len(all))
		alike = alike && b.unit == all[0].unit
	}
	switch {
	case len(all) == 0:
		return math.NaN()
	case alike:
		return now / full
	}
	return mean
}

// signal reads the strongest Wi-Fi signal. The kernel writes a level in dBm as a
// negative number, −256 for none; a positive one is in units of the driver's own
// (iw_statistics) and does not count.
func (m machine) signal(r *Reading) error {
	var links []*procfs.Wireless
	proc, err := procfs.NewFS(m.proc)
	if err == nil {
		links, err = proc.Wireless()
	}
	if err != nil && !absent(m.proc, "net/wireless") {
		return fmt.Errorf("signal: %w", err)
	}
	r.SignalDBm = math.NaN()
	for _, l := range links {
		if level := float64(l.QualityLevel); level > -256 && level < 0 && !(level <= r.SignalDBm) {
			r.SignalDBm = level
		}
	}
	return nil
}

func (m machine) load(r *Reading) error {
	if absent(m.proc, "loadavg") {
		r.Load1PerCPU = math.NaN()
		return nil
	}
	proc, err := procfs.NewFS(m.proc)
	if err != nil {
		return fmt.Errorf("load: %w", err)
	}
	avg, err := proc.LoadAvg()
	if err != nil {
		return fmt.Errorf("load: %w", err)
	}
	if !(avg.Load1 >= 0 && avg.Load1 <= math.MaxFloat64) {
		return fmt.Errorf("load: %v makes no sense", avg.Load1)
	}
	r.Load1PerCPU = avg.Load1 / float64(m.cpus)
	return nil
}

// uptime reads what the library does not: seconds since the boot.
func (m machine) uptime(r *Reading) error {
	b, err := os.ReadFile(filepath.Join(m.proc, "uptime"))
	if errors.Is(err, fs.ErrNotExist) {
		r.Uptime = 0
		return nil
	}
	if err != nil {
		return fmt.Errorf("uptime: %w", err)
	}
	first, _, _ := strings.Cut(string(b), " ")
	seconds, err := strconv.ParseFloat(strings.TrimSpace(first), 64)
	if err != nil || !(seconds >= 0 && seconds < math.MaxInt64/1e9) {
		return fmt.Errorf("uptime: %q is no number of seconds", clip(first))
	}
	r.Uptime = time.Duration(seconds * 1e9)
	return nil
}

// absent says whether a machine has no such file.
func absent(root, name string) bool {
	_, err := os.Stat(filepath.Join(root, name))
	return errors.Is(err, fs.ErrNotExist)
}
