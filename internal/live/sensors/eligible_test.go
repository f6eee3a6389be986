package sensors

import (
	"os"
	"path/filepath"
	"testing"
)

// A rule holds or not by what the machine, the agent and the tags say, and it is said why.
func TestRulesSayWhoMayLead(t *testing.T) {
	root := t.TempDir()
	write := func(file, text string) {
		t.Helper()
		path := filepath.Join(root, file)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("class/power_supply/BAT0/type", "Battery\n")
	write("class/power_supply/BAT0/capacity", "15\n")
	write("class/power_supply/BAT0/status", "Discharging\n")
	write("loadavg", "1.00 0.50 0.25 1/100 1\n")
	write("uptime", "600.00 100.00\n")
	tags := map[string]string{"role": "gateway"}
	for rules, want := range map[string]string{
		"":                                   "",
		"role = gateway":                     "",
		"role != gateway":                    `tag role is "gateway", and must be != gateway`,
		"zone = north":                       `tag zone is "", and must be = north`,
		"zone=":                              "",
		"battery > 20 %, role = gateway":     "battery is 15 %, and must be > 20 %",
		"battery>=15%":                       "",
		"battery < 10 %, zone = x":           `battery is 15 %, and must be < 10 %; tag zone is "", and must be = x`,
		"load < 60 %":                        "",
		"load < 50 %":                        "load is 50 %, and must be < 50 %",
		"members >= 3":                       "",
		"members > 3":                        "members is 3, and must be > 3",
		"link_quality >= 90 %":               "link_quality is 80 %, and must be >= 90 %",
		"uptime > 5m":                        "",
		"uptime > 11m":                       "uptime is 600 s, and must be > 11m",
		"signal > -60 dBm, link_quality<=80": "",
	} {
		r, err := ParseRules(rules)
		if err != nil {
			t.Errorf("%s: %v", rules, err)
			continue
		}
		if r != nil {
			r.machine = machine{sys: root, proc: root, cpus: 2}
		}
		why, err := r.Broken(tags, Heard{Members: 3, Quality: 0.8})
		if why != want {
			t.Errorf("%q: %q, want %q (%v)", rules, why, want, err)
		}
	}
}
