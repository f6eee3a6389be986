package secure

import (
	"net/netip"
	"sync"
	"time"

	"bellwether/internal/live/connlimit"
)

// A budget bounds what is done in a second, in total and for one source. It stores at most
// as many sources as the total that it allows in a second.
type budget struct {
	total, each int

	mu   sync.Mutex
	ends time.Time
	used int
	by   map[netip.Prefix]int
}

// take reports whether there is budget left for the source, and uses it.
func (b *budget) take(from netip.Addr, now time.Time) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !now.Before(b.ends) {
		b.ends, b.used = now.Add(time.Second), 0
		b.by = make(map[netip.Prefix]int)
	}
	s := connlimit.Source(from)
	if b.used >= b.total || b.by[s] >= b.each {
		return false
	}
	b.used++
	b.by[s]++
	return true
}

// unmapped turns an IPv4 address mapped into IPv6 back, as keys of routes need it: a socket
// for both versions of IP maps IPv4 addresses.
func unmapped(a netip.AddrPort) netip.AddrPort {
	return netip.AddrPortFrom(a.Addr().Unmap(), a.Port())
}
