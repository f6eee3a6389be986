package membership

import (
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"
)

func TestParseBind(t *testing.T) {
	for in, want := range map[string]string{
		"":               "0.0.0.0:7946",
		"127.0.0.1":      "127.0.0.1:7946",
		"127.0.0.1:0":    "127.0.0.1:0",
		":7000":          "0.0.0.0:7000",
		"[::1]:7000":     "[::1]:7000",
		"::1":            "[::1]:7946",
		"wlan0:7946":     "must be an IP address",
		"localhost":      "must be an IP address",
		"10.0.0.1:65536": "port",
		"10.0.0.1:x":     "port",
		"[fe80::1%eth0]": "zone",
	} {
		got, err := parseBind(in)
		if err != nil && !strings.Contains(err.Error(), want) || err == nil && got.String() != want {
			t.Errorf("%q: got %v, %v; want %s", in, got, err, want)
		}
	}
}

func TestAdvertise(t *testing.T) {
	for _, c := range []struct {
		bind, advertise string
		join            []string
		want            string // an address, or a part of the error
	}{
		{"10.0.0.1:7000", "", nil, "10.0.0.1:7000"},
		{"10.0.0.1:7000", "192.0.2.1", nil, "192.0.2.1:7000"},
		{"10.0.0.1:7000", "192.0.2.1:9", nil, "192.0.2.1:9"},
		{"0.0.0.0:7000", "", []string{"127.0.0.1:7946"}, "127.0.0.1:7000"}, // reached from there
		{"127.0.0.1:7000", "", nil, "127.0.0.1:7000"},
		{"127.0.0.1:7000", "", []string{"127.0.0.2"}, "127.0.0.1:7000"},
		{"127.0.0.1:7000", "", []string{"127.0.0.2", "10.0.0.1"}, "advertise an address of this machine, or bind to it"},
		{"0.0.0.0:7000", "127.0.0.1", []string{"10.0.0.1:7"}, "advertise an address of this machine, or bind to it"},
		{"0.0.0.0:7000", "0.0.0.0", nil, "advertise one of this machine"},
		{"0.0.0.0:7000", "224.0.0.1", nil, "advertise one of this machine"},
		{"0.0.0.0:7000", "10.0.0.1:0", nil, "advertise one of this machine"},
		{"0.0.0.0:7000", "10.0.0.1:99999", nil, "port"},
	} {
		got, err := advertise(wish{Advertise: c.advertise, Join: c.join}, netip.MustParseAddrPort(c.bind))
		if err != nil && !strings.Contains(err.Error(), c.want) || err == nil && got.String() != c.want {
			t.Errorf("%+v: got %v, %v", c, got, err)
		}
	}
}

// The test does not know the addresses of this machine, but it knows what must hold of
// them.
func TestOwnAddressIsPrivateOrAnErrorNamesTheFlag(t *testing.T) {
	ip, err := ownAddress(nil)
	switch {
	case err != nil && !(errors.Is(err, errNoAddress) && strings.Contains(err.Error(), "advertise another, or bind")):
		t.Error(err)
	case err == nil && (!ip.IsPrivate() || ip.IsLoopback()):
		t.Errorf("%v", ip)
	}
}

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
	if names != "lan wan local wifi " {
		t.Errorf("presets %s", names)
	}
	if _, err := Preset("moon"); err == nil || !strings.Contains(err.Error(), "lan, wan, local, wifi") {
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
		if err := seedFault(bad); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("join %q", bad)) {
			t.Errorf("%q: %v", bad, err)
		}
	}
	for _, good := range []string{"192.168.1.11", "192.168.1.11:1", "alpha.local", "alpha_2:7946", "fe80::1", "[2001:db8::1]:7946", "::1"} {
		if err := seedFault(good); err != nil {
			t.Errorf("%q: %v", good, err)
		}
	}
	err := Options{Name: "a", Meta: Meta{ID: 1}, Join: []string{"b", ":::"}}.check()
	if err == nil || !strings.Contains(err.Error(), `join ":::"`) {
		t.Errorf("options: %v", err)
	}
}
