package fleet

import (
	"net"
	"runtime"
	"strings"
	"testing"
)

// Two searches at once, in one process or two, never find the same port, also while no agent
// listens at it. The test is not parallel: a program that another test starts has the sockets of this
// process from its fork to its exec, also those that were just closed.
func TestReservedPortsAreFoundOnce(t *testing.T) {
	p := &Ports{}
	t.Cleanup(func() { p.Close() })
	var err error
	if p, err = ReservePorts(1); err != nil {
		t.Fatal(err)
	}
	_, port, _ := strings.Cut(p.Addrs[0], ":")
	number, err := net.LookupPort("tcp", port)
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS == "linux" {
		other := &Ports{}
		if other.reserve(number) == nil {
			t.Errorf("port %d is found twice", number)
		}
		if len(other.Addrs)+len(other.held) > 0 {
			t.Error("a search that failed holds something")
		}
	}
	l, err := net.Listen("tcp", p.Addrs[0])
	if err != nil {
		t.Fatalf("no agent can listen at a reserved port: %v", err)
	}
	p.Close()
	if p.reserve(number) == nil {
		t.Error("a port is found at which an agent listens")
	}
	l.Close()
	if p.reserve(number) == nil {
		t.Error("one search finds a port twice where no guard shows it")
	}
	other := &Ports{}
	defer other.Close()
	if err := other.reserve(number); err != nil {
		t.Errorf("a port without an agent and without a guard: %v", err)
	}
}
