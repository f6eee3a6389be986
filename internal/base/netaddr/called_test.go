package netaddr_test

import (
	"testing"

	"bellwether/internal/base/netaddr"
)

func TestIsOwn(t *testing.T) {
	t.Parallel()
	names := []string{"gateway.example", "other."}
	for _, host := range []string{"127.0.0.1", "127.0.0.1:7980", "[::1]", "[::1]:7980", "localhost", "LOCALHOST.:1", "Gateway.Example.:80", "other"} {
		if !netaddr.IsOwn(host, names) {
			t.Errorf("%q is refused", host)
		}
	}
	for _, host := range []string{"", "evil.example", "evil.example:7980", "localhost.evil.example", "127.0.0.1.evil.example", "gateway.example.evil", "[evil]:1"} {
		if netaddr.IsOwn(host, names) {
			t.Errorf("%q is taken", host)
		}
	}
	if netaddr.IsOwn("gateway.example", nil) {
		t.Error("a name that nobody gave is taken")
	}
}
