package api

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// called refuses requests for a name that is not this machine's. A page in a browser may let
// its own name point to this machine (DNS rebinding), and would read here what the browser's
// user may read. The browser sends that name in the request. Requests by address or localhost
// are answered.
func (a *API) called(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !a.isCalled(r.Host) {
			fail(w, http.StatusMisdirectedRequest, fmt.Errorf("this agent is not called %q: ask by address, or name it in http_hosts", r.Host))
			return
		}
		next.ServeHTTP(w, r)
	})
}

func (a *API) isCalled(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.Trim(host, "[]")
	if _, err := netip.ParseAddr(host); err == nil {
		return true
	}
	host = strings.TrimSuffix(host, ".")
	return strings.EqualFold(host, "localhost") ||
		slices.ContainsFunc(a.o.Hosts, func(own string) bool { return strings.EqualFold(host, strings.TrimSuffix(own, ".")) })
}
