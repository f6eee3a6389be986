package transport

import (
	"io"
	"log"
	"net/netip"
	"testing"
)

// What was sent leaves the buffer at once where its receiver is on this machine.
func TestTheBacklogIsAShareOfTheSendBuffer(t *testing.T) {
	s, err := Listen(netip.MustParseAddrPort("127.0.0.1:0"), log.New(io.Discard, "", 0), func() {})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Shutdown()
	for range 100 {
		if _, err := s.WriteTo(make([]byte, 1000), "127.0.0.1:9"); err != nil {
			break // nobody listens there, and the system says so
		}
	}
	if share := s.Backlog(); share != 0 {
		t.Errorf("%v of the buffer is in use", share)
	}
}
