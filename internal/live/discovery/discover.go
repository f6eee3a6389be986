package discovery

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/mdns"

	"bellwether/protocol"
)

const (
	service = "_bellwether._udp"
	domain  = "local."
)

// Bounds on the answers to a query.
const (
	foundLimit = 64 // agents; so many seeds are more than enough
	// askFor is twice what an answer may take: 120 ms a responder waits on purpose
	// (RFC 6762 §6), and two waits of three beacons of 102.4 ms for sleeping radios.
	askFor = 1500 * time.Millisecond
)

// Options describe the agent that announces or asks.
type Options struct {
	ID        protocol.ID    // of the agent; names the instance
	Addr      netip.AddrPort // where it gossips, as others reach it; Find leaves it out
	Label     string         // of the cluster; only a digest of it is sent
	Interface string         // the card to use, "wlan0"; empty: the system's choice
	Logger    *slog.Logger   // nil: discard
}

// Announce answers queries until it is closed.
func Announce(o Options) (io.Closer, error) {
	card, err := o.card()
	if err != nil {
		return nil, err
	}
	if !o.Addr.IsValid() || o.Addr.Addr().IsUnspecified() {
		return nil, fmt.Errorf("%s is no address to announce", o.Addr)
	}
	instance := fmt.Sprintf("%08x", uint32(o.ID))
	zone, err := mdns.NewMDNSService(instance, service, domain, instance+"."+domain,
		int(o.Addr.Port()), []net.IP{o.Addr.Addr().AsSlice()}, []string{o.cluster()})
	if err != nil {
		return nil, fmt.Errorf("announce: %w", err)
	}
	s, err := mdns.NewServer(&mdns.Config{Zone: zone, Iface: card, Logger: o.logger()})
	if err != nil {
		return nil, fmt.Errorf("announce: %w", err)
	}
	return closer{s}, nil
}

type closer struct{ server *mdns.Server }

func (c closer) Close() error { return c.server.Shutdown() }

// Find asks once and gives the addresses of other agents of the cluster, "ip:port",
// sorted, after a second and a half or what ctx allows. No answer is no error.
func Find(ctx context.Context, o Options) ([]string, error) {
	card, err := o.card()
	if err != nil {
		return nil, err
	}
	entries := make(chan *mdns.ServiceEntry, foundLimit)
	timeout := askFor
	if end, ok := ctx.Deadline(); ok {
		timeout = min(timeout, time.Until(end))
	}
	if err := ctx.Err(); err != nil || timeout <= 0 {
		return nil, errors.Join(errors.New("find: no time"), err)
	}
	err = mdns.QueryContext(ctx, &mdns.QueryParam{
		Service: service, Domain: domain, Timeout: timeout, Interface: card, Entries: entries,
		WantUnicastResponse: true, DisableIPv6: true, Logger: o.logger(),
	})
	if err != nil {
		return nil, fmt.Errorf("find: %w", err)
	}
	close(entries)
	var found []string
	for e := range entries {
		if at, ok := o.accept(e); ok && !slices.Contains(found, at) {
			found = append(found, at)
		}
	}
	slices.Sort(found)
	return found, nil
}

// accept returns the address of an answer if it is another agent of our cluster.
func (o Options) accept(e *mdns.ServiceEntry) (string, bool) {
	if !strings.HasSuffix(e.Name, service+"."+domain) || !slices.Contains(e.InfoFields, o.cluster()) {
		return "", false
	}
	ip, ok := netip.AddrFromSlice(e.AddrV4)
	if !ok && e.AddrV6IPAddr != nil && e.AddrV6IPAddr.Zone == "" {
		ip, ok = netip.AddrFromSlice(e.AddrV6IPAddr.IP)
	}
	if !ok || e.Port < 1 || e.Port > 65535 || ip.IsUnspecified() || ip.IsMulticast() {
		return "", false
	}
	at := netip.AddrPortFrom(ip.Unmap(), uint16(e.Port))
	return at.String(), at != o.Addr
}

// cluster is a digest of the label: enough to distinguish clusters.
func (o Options) cluster() string {
	sum := sha256.Sum256([]byte(o.Label))
	return "cluster=" + hex.EncodeToString(sum[:8])
}

// card finds the interface, nil for the system's choice.
func (o Options) card() (*net.Interface, error) {
	if o.Interface == "" {
		return nil, nil
	}
	card, err := net.InterfaceByName(o.Interface)
	if err != nil {
		return nil, fmt.Errorf("interface %q: %w", o.Interface, err)
	}
	if card.Flags&net.FlagUp == 0 {
		return nil, fmt.Errorf("interface %q is down", o.Interface)
	}
	return card, nil
}

// logger logs the lines of mdns at level debug: they may contain anything that others on
// the link send.
func (o Options) logger() *log.Logger {
	h := slog.Handler(slog.DiscardHandler)
	if o.Logger != nil {
		h = o.Logger.Handler()
	}
	return slog.NewLogLogger(h, slog.LevelDebug)
}
