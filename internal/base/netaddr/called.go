package netaddr

import (
	"net"
	"net/netip"
	"slices"
	"strings"
)

// IsOwn reports whether the Host of an HTTP request is an IP address, localhost or one of the
// names of this machine. A page in a browser may let its own name point to this machine (DNS
// rebinding), and would read there what the browser's user may read. The browser sends that
// name, so a server on this machine refuses requests to a host that is not its own.
func IsOwn(host string, names []string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.Trim(host, "[]")
	if _, err := netip.ParseAddr(host); err == nil {
		return true
	}
	host = strings.TrimSuffix(host, ".")
	return strings.EqualFold(host, "localhost") ||
		slices.ContainsFunc(names, func(own string) bool { return strings.EqualFold(host, strings.TrimSuffix(own, ".")) })
}
