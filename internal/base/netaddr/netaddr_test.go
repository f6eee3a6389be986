package netaddr

import (
	"strings"
	"testing"
)

func TestSplit(t *testing.T) {
	for text, want := range map[string]struct {
		host string
		port uint16
	}{
		"":                   {"", 7},
		"node7":              {"node7", 7},
		":80":                {"", 80},
		"node7:80":           {"node7", 80},
		"::1":                {"::1", 7},
		"[::1]":              {"::1", 7},
		"[2001:db8::1]:7946": {"2001:db8::1", 7946},
	} {
		if host, port, err := Split(text, 7); host != want.host || port != want.port || err != nil {
			t.Errorf("%q: %q %d %v", text, host, port, err)
		}
	}
	for text, why := range map[string]string{
		"http://127.0.0.1":        "like 127.0.0.1, and no URL",
		"https://node7:80/x":      "like node7:80, and no URL",
		"http://":                 "like 192.168.1.11:7946, and no URL",
		"http://999.1.1.1":        "like 192.168.1.11:7946, and no URL",
		"[::1":                    "in brackets",
		"::1]":                    "in brackets",
		"a:b:c":                   "in brackets",
		"node7:":                  `got "" for the port`,
		"node7:x":                 `got "x" for the port`,
		"node7:65536":             `from 0 to 65535`,
		"http://http://http://x/": "and no URL",
	} {
		if host, port, err := Split(text, 7); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%q: %q %d %v, want %q", text, host, port, err, why)
		}
	}
}

func TestCheckHost(t *testing.T) {
	for _, good := range []string{"127.0.0.1", "::1", "fe80::1%eth0", "node7", "node_7.local", "7a", "1.a", "node7.local."} {
		if err := CheckHost(good); err != nil {
			t.Errorf("%q: %v", good, err)
		}
	}
	for bad, why := range map[string]string{
		"999.1.1.1": "is no IP address", "10.0.0": "is no IP address", "7": "is no IP address", "node.7": "is no IP address",
		"": "want the name", ".": "want the name", "a..b": "want the name", "a b": "want the name", "a/": "want the name", "a,b": "want the name",
	} {
		if err := CheckHost(bad); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%q: %v, want %q", bad, err, why)
		}
	}
}
