package sensors

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
)

// fixture unpacks a machine of testdata and returns its root.
func fixture(t *testing.T, name string) string {
	t.Helper()
	archive, err := txtar.ParseFile(filepath.Join("testdata", name+".txtar"))
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	if err := txtar.Write(archive, root); err != nil {
		t.Fatal(err)
	}
	return root
}

func auto(t *testing.T, root string, w Weights) *Auto {
	t.Helper()
	a, err := NewAuto(AutoOptions{Weights: w, Sys: filepath.Join(root, "sys"), Proc: filepath.Join(root, "proc"), CPUs: 4})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// everything has a weight for each fact, so that every error is reported.
var everything = Weights{Battery: 1, Connectivity: 1, Uptime: 1, Load: 1, Signal: 1, RTT: 1}

var nan = math.NaN()

func same(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }

func TestMachinesAreRead(t *testing.T) {
	for name, want := range map[string]Reading{
		"laptop": {BatteryFraction: 0.5, OnMains: false, SignalDBm: -62,
			Uptime: 90*time.Minute + 250*time.Millisecond, Load1PerCPU: 0.375},
		"two-batteries": {BatteryFraction: 0.875, OnMains: true, SignalDBm: -48, Load1PerCPU: nan},
		"two-units":     {BatteryFraction: 0.5, OnMains: false, SignalDBm: nan, Load1PerCPU: nan},
		"phone":         {BatteryFraction: 0.81, OnMains: true, SignalDBm: nan, Uptime: 12 * time.Second, Load1PerCPU: 2},
		"gateway":       {BatteryFraction: nan, OnMains: true, SignalDBm: nan, Uptime: 24 * time.Hour, Load1PerCPU: 0},
		"tablet":        {BatteryFraction: 1, OnMains: true, SignalDBm: nan, Load1PerCPU: nan},
		"virtual": {BatteryFraction: nan, OnMains: true, SignalDBm: nan,
			Uptime: 3*time.Hour + 22*time.Minute + 51*time.Second + 780*time.Millisecond, Load1PerCPU: 3.6975},
	} {
		a := auto(t, fixture(t, name), everything)
		if _, err := a.Value(t.Context(), Heard{Members: 3, RTT: time.Millisecond}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		got := a.Reading()
		if !same(got.BatteryFraction, want.BatteryFraction) || got.OnMains != want.OnMains ||
			!same(got.SignalDBm, want.SignalDBm) || got.Uptime.Round(time.Millisecond) != want.Uptime ||
			!same(got.Load1PerCPU, want.Load1PerCPU) || got.Degree != 3 || got.RTT != time.Millisecond {
			t.Errorf("%s: %+v\nwant %+v", name, got, want)
		}
	}
}

func TestMachineWithoutSysOrProcOffersItsLinks(t *testing.T) {
	a := auto(t, filepath.Join(t.TempDir(), "none"), everything)
	// Battery and signal are 1, load and uptime 0; 8 of 16 members; 250 of 500 ms.
	if v, err := a.Value(t.Context(), Heard{Members: 8, RTT: 250 * time.Millisecond}); v != 3000 || err != nil {
		t.Errorf("%d, %v", v, err)
	}
}

func TestThisMachineIsRead(t *testing.T) {
	a, err := NewAuto(AutoOptions{Weights: everything})
	if err != nil {
		t.Fatal(err)
	}
	v, err := a.Value(t.Context(), Heard{})
	if err != nil || v < 0 || v > 6000 || a.Reading().Uptime <= 0 {
		t.Errorf("%d, %v, %+v", v, err, a.Reading())
	}
}

// TestGarbageKeepsTheLastReading damages one file after the other. The fact is reported,
// and keeps its last value or, before the first reading, the worst. The other facts are
// read.
func TestGarbageKeepsTheLastReading(t *testing.T) {
	const battery = "sys/class/power_supply/BAT0/"
	for _, c := range []struct{ file, contents, says string }{
		{battery + "energy_now", "banana", "banana"},
		{battery + "energy_now", "-5", "makes no sense"},
		{battery + "energy_now", "99999999999999999999", "out of range"},
		{battery + "energy_now", "", "power supplies"},
		{battery + "energy_full", "-1", "makes no sense"},
		{battery + "type", "Battery", ""},
		{"proc/loadavg", "fast", "load"},
		{"proc/loadavg", "NaN NaN NaN 1/1 1", "load"},
		{"proc/loadavg", "-1 0 0 1/1 1", "load"},
		{"proc/loadavg", "+Inf 0 0 1/1 1", "load"},
		{"proc/loadavg", "", "load"},
		{"proc/uptime", "long", "uptime"},
		{"proc/uptime", "-3 0", "uptime"},
		{"proc/uptime", "NaN 0", "uptime"},
		{"proc/uptime", "1e300 0", "uptime"},
		{"proc/uptime", "", "uptime"},
		{"proc/net/wireless", "a\nb\nwlan0: nothing", "signal"},
	} {
		for _, readBefore := range []string{"read before", "never read"} {
			root := fixture(t, "laptop")
			a := auto(t, root, everything)
			if readBefore == "read before" {
				if _, err := a.Value(t.Context(), Heard{}); err != nil {
					t.Fatal(err)
				}
			}
			before := a.Reading()
			if err := os.WriteFile(filepath.Join(root, c.file), []byte(c.contents), 0o600); err != nil {
				t.Fatal(err)
			}
			_, err := a.Value(t.Context(), Heard{})
			if c.says == "" && err != nil || c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
				t.Errorf("%s is %q: %v", c.file, c.contents, err)
			}
			after, sound := a.Reading(), Reading{BatteryFraction: 0.5, SignalDBm: -62, Uptime: 5400*time.Second + 250*time.Millisecond, Load1PerCPU: 0.375}
			spoiled := func(part string) bool { return c.says != "" && strings.Contains(c.file, part) }
			for _, f := range []struct {
				part                 string
				before, after, sound float64
			}{
				{"power_supply", before.BatteryFraction, after.BatteryFraction, sound.BatteryFraction},
				{"wireless", before.SignalDBm, after.SignalDBm, sound.SignalDBm},
				{"uptime", before.Uptime.Seconds(), after.Uptime.Seconds(), sound.Uptime.Seconds()},
				{"loadavg", before.Load1PerCPU, after.Load1PerCPU, sound.Load1PerCPU},
			} {
				want := f.sound
				if spoiled(f.part) {
					want = f.before
				}
				if f.after != want {
					t.Errorf("%s is %q, %s: %s reads %v, want %v", c.file, c.contents, readBefore, f.part, f.after, want)
				}
			}
		}
	}
}

// Damaged files that are not needed change nothing: other files of a battery, and all
// files of a mouse.
func TestOnlyNeededFilesAreRead(t *testing.T) {
	root := fixture(t, "laptop")
	class := filepath.Join(root, "sys/class/power_supply")
	for name, contents := range map[string]string{
		"BAT0/cycle_count": "many", "BAT0/voltage_now": "", "BAT0/capacity": "half", "hidpp_battery_0/scope": "Device\n",
		"hidpp_battery_0/type": "Battery\n", "hidpp_battery_0/capacity": "banana", "hidpp_battery_0/online": "-",
	} {
		file := filepath.Join(class, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(contents), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	a := auto(t, root, Weights{Battery: 1})
	if v, err := a.Value(t.Context(), Heard{}); v != 500 || err != nil || a.Reading().BatteryFraction != 0.5 {
		t.Errorf("%d, %v, %+v", v, err, a.Reading())
	}
}

func TestBatteryWithoutReadingIsReported(t *testing.T) {
	root := fixture(t, "tablet")
	if err := os.Remove(filepath.Join(root, "sys/class/power_supply/axp20x-battery/capacity")); err != nil {
		t.Fatal(err)
	}
	v, err := auto(t, root, Weights{}).Value(t.Context(), Heard{Members: 16})
	if v != 300 || err == nil || !strings.Contains(err.Error(), "axp20x-battery: it gives no charge") {
		t.Errorf("%d, %v", v, err)
	}
}

func TestAFactWithoutWeightIsNotReported(t *testing.T) {
	root := fixture(t, "laptop")
	for _, name := range []string{"proc/loadavg", "proc/uptime", "proc/net/wireless"} {
		if err := os.WriteFile(filepath.Join(root, name), []byte("a\nb\nc"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	// 0.7 · 0.5 + 0.3 · 4/16 = 0.425
	if v, err := auto(t, root, Weights{}).Value(t.Context(), Heard{Members: 4}); v != 420 || err != nil {
		t.Errorf("%d, %v", v, err)
	}
}

func TestValueMovesWithTheBattery(t *testing.T) {
	root := fixture(t, "laptop")
	a := auto(t, root, Weights{Battery: 1})
	for _, c := range []struct {
		now  string
		want int64
	}{{"48000000", 1000}, {"47900000", 990}, {"24000000", 500}, {"480000", 10}, {"470000", 10}, {"400000", 0}, {"0", 0}} {
		if err := os.WriteFile(filepath.Join(root, "sys/class/power_supply/BAT0/energy_now"), []byte(c.now+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if v, err := a.Value(t.Context(), Heard{}); v != c.want || err != nil {
			t.Errorf("%s of 48000000 µWh: %d, %v; want %d", c.now, v, err, c.want)
		}
	}
}
