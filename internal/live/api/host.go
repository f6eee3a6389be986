package api

import (
	"fmt"
	"net/http"

	"bellwether/internal/base/netaddr"
)

// called refuses requests for a name that is not this machine's, see [netaddr.IsOwn].
func (a *API) called(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !netaddr.IsOwn(r.Host, a.o.Hosts) {
			fail(w, http.StatusMisdirectedRequest, fmt.Errorf("this agent is not called %q: ask by address, or name it in http_hosts", r.Host))
			return
		}
		next.ServeHTTP(w, r)
	})
}
