package api_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"bellwether/internal/live/api"
)

// A request for a foreign name, as by DNS rebinding, is refused. Requests by address, by
// localhost or by a name of this machine are answered.
func TestARequestForAForeignNameIsRefused(t *testing.T) {
	t.Parallel()
	s := serve(t, "a")
	for host, want := range map[string]int{
		"": 200, "127.0.0.1:7980": 200, "[::1]:7980": 200, "192.168.1.7": 200, "localhost:7980": 200, "LOCALHOST.": 200,
		"gateway.example:7980": 200, "Gateway.Example.": 200,
		"evil.example": 421, "evil.example:7980": 421, "localhost.evil.example": 421, "127.0.0.1.evil.example": 421, "gateway.example.evil": 421,
	} {
		for _, path := range []string{"/v1/status", "/v1/events", "/metrics", "/v1/openapi.yaml"} {
			if path == "/v1/events" && want == 200 {
				continue // a stream does not end
			}
			request, err := http.NewRequest(http.MethodGet, "http://"+s.remote+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			request.Host = host
			reply, err := http.DefaultClient.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			reply.Body.Close()
			if reply.StatusCode != want {
				t.Errorf("%s for %q: %d, want %d", path, host, reply.StatusCode, want)
			}
		}
	}
}

// One host has as many IPv6 addresses as it likes: the network of 64 bits is one source.
func TestASourceIsAnAddressOrANetwork(t *testing.T) {
	t.Parallel()
	for form, want := range map[string]int{
		"192.0.2.%d:9":            20,
		"[::ffff:192.0.2.7]:90%d": 16,
		"192.0.2.7:90%d":          16,
		"[2001:db8::%d]:9":        16,
		"[2001:db8:0:%d::1]:9":    20,
		"@%d":                     20, // the local socket
	} {
		var clients []string
		for i := range 20 {
			clients = append(clients, fmt.Sprintf(form, i))
		}
		if opened := api.Streams(clients); opened != want {
			t.Errorf("20 streams of %s: %d are open, want %d", form, opened, want)
		}
	}
}

// Streams of one address are bounded, and none of them takes the place of a stream on the local socket.
func TestIdleReadersDoNotLockOutTheLocalSocket(t *testing.T) {
	t.Parallel()
	s := serve(t, "a")
	open := func(network, at string) (status string, c net.Conn) {
		c, err := net.Dial(network, at)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		if _, err := io.WriteString(c, "GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		_ = c.SetReadDeadline(time.Now().Add(30 * time.Second))
		status, err = bufio.NewReader(c).ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimSpace(status), c
	}
	var first net.Conn
	for i := range 16 {
		status, c := open("tcp", s.remote)
		if status != "HTTP/1.1 200 OK" {
			t.Fatalf("stream %d: %s", i+1, status)
		}
		first = c
	}
	if status, _ := open("tcp", s.remote); status != "HTTP/1.1 503 Service Unavailable" {
		t.Errorf("stream 17 of one address: %s", status)
	}
	if status, _ := open("unix", s.socket); status != "HTTP/1.1 200 OK" {
		t.Errorf("the local socket: %s", status)
	}
	first.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	for status := ""; status != "HTTP/1.1 200 OK"; status, _ = open("tcp", s.remote) {
		if ctx.Err() != nil {
			t.Fatal("a place that became free is not given again")
		}
	}
}
