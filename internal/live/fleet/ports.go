package fleet

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"slices"
)

// The ports of ReservePorts: below those that systems give to outgoing connections, from 32768 on
// Linux and from 49152 on others (RFC 6335, section 6). Such a connection of any process would
// take a port between the search and the agent's start.
const (
	firstPort = 10000
	lastPort  = 32767
)

// Ports are addresses of the loopback interface that no other search finds until Close.
type Ports struct {
	Addrs []string
	held  []io.Closer
}

// ReservePorts finds n addresses at which nobody listens, neither by TCP nor by UDP. For each port
// it listens at guard, where every search of this machine looks first: an agent may be started,
// killed and started again at its address. Where the system has no guard (macOS has 127.0.0.1
// alone), another search may take a port before the agent does; then the agent reports it.
func ReservePorts(n int) (*Ports, error) {
	p := &Ports{}
	for tries := 0; len(p.Addrs) < n; tries++ {
		err := p.reserve(firstPort + rand.IntN(lastPort-firstPort+1))
		if err != nil && tries > 10*n {
			p.Close()
			return nil, fmt.Errorf("no free port: %w", err)
		}
	}
	return p, nil
}

// guard is another address of the loopback interface on Linux and Windows.
const guard = "127.0.0.2"

func (p *Ports) reserve(port int) error {
	held, err := net.Listen("tcp", fmt.Sprintf("%s:%d", guard, port))
	if err != nil && guarded() {
		return err
	}
	addr := fmt.Sprintf("127.0.0.1:%d", port)
	if err = p.free(addr); err != nil {
		if held != nil {
			held.Close()
		}
		return err
	}
	p.Addrs = append(p.Addrs, addr)
	if held != nil {
		p.held = append(p.held, held)
	}
	return nil
}

// guarded reports whether this system has the guard at all.
func guarded() bool {
	l, err := net.Listen("tcp", guard+":0")
	if err != nil {
		return false
	}
	l.Close()
	return true
}

// free returns an error if the search has the address already, which no guard shows on some
// systems, or if something listens there.
func (p *Ports) free(addr string) error {
	if slices.Contains(p.Addrs, addr) {
		return fmt.Errorf("%s is reserved", addr)
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	defer l.Close()
	u, err := net.ListenPacket("udp", addr)
	if err != nil {
		return err
	}
	return u.Close()
}

// Close lets other searches find the ports.
func (p *Ports) Close() {
	for _, l := range p.held {
		l.Close()
	}
	p.held = nil
}
