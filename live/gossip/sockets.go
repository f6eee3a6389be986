package gossip

import (
	"context"
	"fmt"
	"log"
	"net"
	"net/netip"
	"sync"
	"time"

	"github.com/hashicorp/memberlist"
)

// bindTries is how often a free port is sought that is free for UDP and TCP.
const bindTries = 10

// sockets are memberlist's, but their Shutdown also ends streams that are open or
// being opened, which would live on for the stream time-out.
type sockets struct {
	*memberlist.NetTransport
	ctx    context.Context
	cancel context.CancelFunc
}

// listen binds UDP and TCP to one port.
func listen(bind netip.AddrPort, logger *log.Logger) (*sockets, error) {
	tries := 1
	if bind.Port() == 0 {
		tries = bindTries
	}
	var err error
	for range tries {
		var t *memberlist.NetTransport
		t, err = memberlist.NewNetTransport(&memberlist.NetTransportConfig{
			BindAddrs: []string{bind.Addr().String()}, BindPort: int(bind.Port()), Logger: logger})
		if err == nil {
			s := &sockets{NetTransport: t}
			s.ctx, s.cancel = context.WithCancel(context.Background())
			return s, nil
		}
	}
	return nil, fmt.Errorf("gossip: listen at %s: %w", bind, err)
}

func (s *sockets) DialTimeout(addr string, timeout time.Duration) (net.Conn, error) {
	d := net.Dialer{Timeout: timeout}
	c, err := d.DialContext(s.ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	return &stream{c, context.AfterFunc(s.ctx, func() { c.Close() })}, nil
}

func (s *sockets) DialAddressTimeout(a memberlist.Address, timeout time.Duration) (net.Conn, error) {
	return s.DialTimeout(a.Addr, timeout)
}

func (s *sockets) Shutdown() error {
	s.cancel()
	return s.NetTransport.Shutdown()
}

// A stream is closed by its user or by the end of the sockets.
type stream struct {
	net.Conn
	forget func() bool
}

func (s *stream) Close() error {
	s.forget()
	return s.Conn.Close()
}

// kept is a transport of the user that outlives one memberlist: only Close of
// Gossip shuts it down. Between two it takes and drops what comes, as a closed
// port does; else who calls would wait for an answer.
type kept struct {
	memberlist.NodeAwareTransport
	mu   sync.Mutex
	stop chan struct{} // nil while a memberlist reads
	wg   sync.WaitGroup
}

// Shutdown is called by memberlist at its end.
func (k *kept) Shutdown() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.stop != nil {
		return nil
	}
	stop := make(chan struct{})
	k.stop = stop
	k.wg.Go(func() {
		for {
			select {
			case <-stop:
				return
			case <-k.PacketCh():
			case c := <-k.StreamCh():
				c.Close()
			}
		}
	})
	return nil
}

// resume hands the transport to the next memberlist.
func (k *kept) resume() {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.stop != nil {
		close(k.stop)
		k.wg.Wait()
		k.stop = nil
	}
}
