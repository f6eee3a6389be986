package transport

import (
	"net/netip"
	"sync"

	"github.com/hashicorp/memberlist"
)

// Kept is a transport of the user that outlives one memberlist: only Close of Gossip
// shuts it down. Between two memberlists it drops all that arrives, as a closed port
// does; otherwise callers would wait for an answer.
type Kept struct {
	memberlist.NodeAwareTransport
	mu   sync.Mutex
	stop chan struct{} // nil while a memberlist reads
	wg   sync.WaitGroup
}

// Shutdown is called by memberlist at its end.
func (k *Kept) Shutdown() error {
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

// Resume gives the transport to the next memberlist.
func (k *Kept) Resume() {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.stop != nil {
		close(k.stop)
		k.wg.Wait()
		k.stop = nil
	}
}

// At returns the address at which others reach it.
func (k *Kept) At() (netip.AddrPort, error) {
	ip, port, err := k.FinalAdvertiseAddr("", 0)
	if err != nil {
		return netip.AddrPort{}, err
	}
	a, _ := netip.AddrFromSlice(ip)
	return netip.AddrPortFrom(a.Unmap(), uint16(port)), nil
}

// End shuts the transport down for ever.
func (k *Kept) End() error { return k.NodeAwareTransport.Shutdown() }
