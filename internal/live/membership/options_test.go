package membership

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"bellwether/internal/live/membership/internal/address"
)

func TestOptionsReportAllFaults(t *testing.T) {
	_, err := Start(Options{Name: "a b", Label: strings.Repeat("x", labelLimit+1), Keys: [][]byte{{1}}})
	for _, part := range []string{"no letter, digit", "timing", "id 0", "label", "key 1"} {
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("%v does not say %q", err, part)
		}
	}
}

func TestPresets(t *testing.T) {
	names := ""
	for _, p := range Presets() {
		names += p.Name + " "
		if err := p.check(); err != nil {
			t.Errorf("%s: %v", p.Name, err)
		}
		if got, err := Preset(p.Name); err != nil || got != p {
			t.Errorf("%s: %v", p.Name, err)
		}
	}
	if names != "lan lan-fast wan local wifi " {
		t.Errorf("presets %s", names)
	}
	if _, err := Preset("moon"); err == nil || !strings.Contains(err.Error(), "lan, lan-fast, wan, local, wifi") {
		t.Errorf("%v", err)
	}
	// The reasons given for wifi: two and four waits of three beacons.
	w, _ := Preset("wifi")
	beacons := 3 * 100 * 1024 * time.Microsecond
	if w.ProbeTimeout < 2*beacons || w.Probe-w.ProbeTimeout < 4*beacons {
		t.Errorf("wifi probes %v, times out after %v", w.Probe, w.ProbeTimeout)
	}
	for _, spoil := range []func(*Timing){
		func(t *Timing) { t.Gossip = 0 }, func(t *Timing) { t.Probe = t.ProbeTimeout },
		func(t *Timing) { t.RejoinMax = t.Rejoin - 1 }, func(t *Timing) { t.GossipNodes = 0 },
	} {
		bad := w
		spoil(&bad)
		if bad.check() == nil {
			t.Errorf("%+v passes", bad)
		}
	}
}

// A seed at which no machine can be is refused at the start; one that cannot be looked up now
// is tried later.
func TestSeedsThatNobodyHasAreRefused(t *testing.T) {
	for _, bad := range []string{"", ":7946", ":::", "a b", "192.168.1.11:99999", "192.168.1.11:0", "192.168.1.11:x", "0.0.0.0", "[::]:7946", "224.0.0.1", "http://a", "a,b", "10.0.0.1:1:2",
		"[::1", "999.1.1.1", "10.0.0", "999.1.1.1:7946"} {
		if err := address.SeedFault(bad); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("join %q", bad)) {
			t.Errorf("%q: %v", bad, err)
		}
	}
	for _, good := range []string{"192.168.1.11", "192.168.1.11:1", "alpha.local", "alpha_2:7946", "fe80::1", "[2001:db8::1]:7946", "::1"} {
		if err := address.SeedFault(good); err != nil {
			t.Errorf("%q: %v", good, err)
		}
	}
	err := Options{Name: "a", Meta: Meta{ID: 1}, Join: []string{"b", ":::"}}.check()
	if err == nil || !strings.Contains(err.Error(), `join ":::"`) {
		t.Errorf("options: %v", err)
	}
}
