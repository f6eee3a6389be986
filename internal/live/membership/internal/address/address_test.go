package address

import (
	"errors"
	"net/netip"
	"strings"
	"testing"
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
		got, err := ParseBind(in)
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
		got, err := Advertise(Wish{Advertise: c.advertise, Join: c.join}, netip.MustParseAddrPort(c.bind))
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
