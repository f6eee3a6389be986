package discovery

import (
	"context"
	"flag"
	"net"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/mdns"
	"go.uber.org/goleak"

	"bellwether/protocol"
)

// TestMain runs all tests at once, on any machine, since they mostly wait.
func TestMain(m *testing.M) {
	flag.Set("test.parallel", "8")
	goleak.VerifyTestMain(m)
}

// loopback returns the network interface that every machine has.
func loopback(t *testing.T) string {
	t.Helper()
	cards, err := net.Interfaces()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cards {
		if c.Flags&net.FlagLoopback != 0 {
			return c.Name
		}
	}
	t.Fatal("no loopback interface")
	return ""
}

// Three agents, one of another cluster, on the loopback interface.
func TestAgentsOfOneClusterFindEachOther(t *testing.T) {
	var all []Options
	for i, label := range []string{"flock", "flock", "herd"} {
		o := Options{
			ID: protocol.ID(i + 1), Label: label, Interface: loopback(t),
			Addr: netip.AddrPortFrom(netip.AddrFrom4([4]byte{127, 0, 0, byte(i + 1)}), 7946),
		}
		c, err := Announce(o)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		all = append(all, o)
	}
	for i, want := range []string{"127.0.0.2:7946", "127.0.0.1:7946", ""} {
		t.Run(all[i].ID.String(), func(t *testing.T) {
			t.Parallel() // they wait for answers
			// Multicast may be lost, but not ten queries in a row on loopback.
			var got []string
			for range 10 {
				var err error
				if got, err = Find(t.Context(), all[i]); err != nil {
					t.Fatal(err)
				}
				if strings.Join(got, " ") == want {
					break
				}
			}
			if strings.Join(got, " ") != want {
				t.Errorf("found %v, want %s", got, want)
			}
		})
	}
}

func TestAnswersOfOthersAreIgnored(t *testing.T) {
	o := Options{ID: 1, Label: "flock", Addr: netip.MustParseAddrPort("10.0.0.1:7946")}
	good := mdns.ServiceEntry{Name: "00000002._bellwether._udp.local.", AddrV4: net.IPv4(10, 0, 0, 2).To4(), Port: 7946,
		InfoFields: []string{o.cluster()}}
	if at, ok := o.accept(&good); !ok || at != "10.0.0.2:7946" {
		t.Errorf("%s, %v", at, ok)
	}
	for what, spoil := range map[string]func(*mdns.ServiceEntry){
		"another service": func(e *mdns.ServiceEntry) { e.Name = "printer._ipp._tcp.local." },
		"another cluster": func(e *mdns.ServiceEntry) { e.InfoFields = []string{Options{Label: "herd"}.cluster()} },
		"no text":         func(e *mdns.ServiceEntry) { e.InfoFields = nil },
		"no address":      func(e *mdns.ServiceEntry) { e.AddrV4 = nil },
		"everywhere":      func(e *mdns.ServiceEntry) { e.AddrV4 = net.IPv4zero.To4() },
		"multicast":       func(e *mdns.ServiceEntry) { e.AddrV4 = net.IPv4(224, 0, 0, 251).To4() },
		"no port":         func(e *mdns.ServiceEntry) { e.Port = 0 },
		"large port":      func(e *mdns.ServiceEntry) { e.Port = 65536 },
		"ourselves":       func(e *mdns.ServiceEntry) { e.AddrV4 = net.IPv4(10, 0, 0, 1).To4() },
		"link-local": func(e *mdns.ServiceEntry) {
			e.AddrV4, e.AddrV6IPAddr = nil, &net.IPAddr{IP: net.ParseIP("fe80::1"), Zone: "wlan0"}
		},
	} {
		e := good
		e.InfoFields = slices.Clone(good.InfoFields)
		spoil(&e)
		if at, ok := o.accept(&e); ok {
			t.Errorf("%s: %s is accepted", what, at)
		}
	}
	six := good
	six.AddrV4, six.AddrV6IPAddr = nil, &net.IPAddr{IP: net.ParseIP("fd00::2")}
	if at, ok := o.accept(&six); !ok || at != "[fd00::2]:7946" {
		t.Errorf("%s, %v", at, ok)
	}
}

func TestBadOptionsAreRefused(t *testing.T) {
	if _, err := Announce(Options{ID: 1}); err == nil {
		t.Error("announced without an address")
	}
	if _, err := Find(t.Context(), Options{Interface: "no-such-card"}); err == nil || !strings.Contains(err.Error(), "no-such-card") {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithDeadline(t.Context(), time.Now().Add(-time.Second))
	defer cancel()
	if _, err := Find(ctx, Options{}); err == nil {
		t.Error("asked without time")
	}
}
