package live

import (
	"strings"
	"testing"
)

// An address to join that no agent can have is an error at once, not a repeated warning.
func TestABadMemberToJoinIsRefused(t *testing.T) {
	for _, join := range []string{"192.168.1.11:99999", ":::", ""} {
		a, err := Start(t.Context(), Options{Name: "a", Bind: "127.0.0.1:0", Join: []string{join}})
		if err == nil {
			a.Leave(t.Context())
		}
		if err == nil || !strings.HasPrefix(err.Error(), `live: join "`+join+`": `) {
			t.Errorf("%q: %v", join, err)
		}
	}
}
