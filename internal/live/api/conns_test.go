package api_test

import (
	"net"
	"testing"
	"time"
)

// Idle connections of one source, as many as an agent takes in all and more, keep neither that source nor
// its health checks out.
//
// It tests "Readers that hold on" of docs/security.md.
func TestIdleConnectionsShutNobodyOut(t *testing.T) {
	t.Parallel()
	s := serve(t, "b")
	for range 300 {
		c, err := net.DialTimeout("tcp", s.remote, 5*time.Second)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
	}
	began := time.Now()
	if code, text := s.get(t, "/healthz"); code != 200 || time.Since(began) > 2*time.Second {
		t.Errorf("after %v: %d %s", time.Since(began), code, text)
	}
}
