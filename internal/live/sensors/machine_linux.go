package sensors

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/procfs"
)

// A battery has the charge now of full.
type battery struct {
	now, full float64
	unit      string // µWh, µAh or %
}

// fraction is the remaining share of all batteries, weighted by their sizes if they have
// the same unit. It is NaN without readings.
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
// negative number, −256 for none; a positive one is in the driver's own unit
// (iw_statistics) and is ignored.
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

// uptime reads the seconds since the boot, which the library does not.
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
		return fmt.Errorf("uptime: %q is not a number of seconds", clip(first))
	}
	r.Uptime = time.Duration(seconds * 1e9)
	return nil
}

// absent reports whether the machine has no such file.
func absent(root, name string) bool {
	_, err := os.Stat(filepath.Join(root, name))
	return errors.Is(err, fs.ErrNotExist)
}
