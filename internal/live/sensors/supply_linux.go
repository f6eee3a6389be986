package sensors

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// power reads the power supplies of the system, not the supplies of a mouse
// (Documentation/ABI/testing/sysfs-class-power: one without a scope is the
// system's). Without any power supply, as in a virtual machine, the machine is on mains.
func (m machine) power(r *Reading) error {
	class := filepath.Join(m.sys, "class/power_supply")
	names, err := os.ReadDir(class)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("power supplies: %w", err)
	}
	var all []battery
	var plugged, lines, discharging bool
	for _, name := range names {
		s := supply{directory: filepath.Join(class, name.Name())}
		switch kind := s.word("type"); {
		case s.word("scope") == "Device":
		case kind == "Battery" || kind == "UPS":
			if present := s.number("present"); present != nil && *present == 0 {
				continue
			}
			all = append(all, s.charge())
			discharging = discharging || s.word("status") == "Discharging"
		default: // Mains, USB, Wireless, …
			online := s.number("online")
			lines = lines || online != nil
			plugged = plugged || online != nil && *online > 0
		}
		if s.fault != nil {
			return fmt.Errorf("power supplies: %s: %w", name.Name(), s.fault)
		}
	}
	r.BatteryFraction = fraction(all)
	r.OnMains = len(all) == 0 || plugged || !lines && !discharging
	return nil
}

// A supply is a directory of the class. Only the requested files are read, so that the
// other files cannot cause an error. It keeps its first error.
type supply struct {
	directory string
	fault     error
}

func (s *supply) blame(err error) {
	if s.fault == nil {
		s.fault = err
	}
}

// charge is the charge of a battery, by the first of its measures that the driver
// provides.
func (s *supply) charge() battery {
	for _, c := range []struct{ now, full, unit string }{
		{"energy_now", "energy_full", "µWh"},
		{"charge_now", "charge_full", "µAh"},
		{"capacity", "", "%"},
	} {
		hundred := int64(100)
		now, full := s.number(c.now), &hundred
		if c.full != "" {
			full = s.number(c.full)
		}
		switch {
		case now == nil || full == nil || *full == 0: // not every driver provides it
		case *now < 0 || *full < 0 || c.unit == "%" && *now > 100:
			s.blame(fmt.Errorf("a charge of %d of %d %s makes no sense", *now, *full, c.unit))
			return battery{}
		default:
			return battery{float64(min(*now, *full)), float64(*full), c.unit}
		}
	}
	s.blame(errors.New("it gives no charge"))
	return battery{}
}

// word reads a file that holds one word, "" if the driver does not provide it.
func (s *supply) word(name string) string {
	text, _ := s.read(name)
	return text
}

// number reads a file that holds one number, nil if the driver does not provide it.
func (s *supply) number(name string) *int64 {
	text, told := s.read(name)
	if !told {
		return nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		s.blame(fmt.Errorf("%s: %w", name, err))
		return nil
	}
	return &n
}

// attributeBytes bounds what is read of a file: all words and numbers here are
// shorter.
const attributeBytes = 128

// read reads a file; told is false if the driver does not provide it. It bypasses Go's
// poller, which would wait for ever for a driver that answers EAGAIN.
func (s *supply) read(name string) (text string, told bool) {
	file, err := os.Open(filepath.Join(s.directory, name))
	if errors.Is(err, fs.ErrNotExist) {
		return "", false
	}
	if err != nil {
		s.blame(err)
		return "", false
	}
	defer file.Close()
	var b [attributeBytes]byte
	n, err := syscall.Read(int(file.Fd()), b[:])
	switch {
	case errors.Is(err, syscall.ENODATA), errors.Is(err, syscall.ENODEV), errors.Is(err, syscall.EOPNOTSUPP), errors.Is(err, syscall.EINVAL):
		return "", false // the file is there for other models of the same driver
	case err != nil:
		s.blame(fmt.Errorf("%s: %w", name, err))
		return "", false
	}
	return strings.TrimSpace(string(b[:n])), true
}
