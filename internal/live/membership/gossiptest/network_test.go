package gossiptest

import (
	"bytes"
	"io"
	"math"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hashicorp/memberlist"

	"bellwether/internal/testkit/bubble"
)

func TestDatagramsAreLateAndGoWhereTheAddressIs(t *testing.T) {
	bubble.Test(t, func(t *testing.T) {
		n := New(Options{Delay: 7 * time.Millisecond})
		a, b := n.Transport("a"), n.Transport("b")
		if a.Addr() != "10.0.0.1:7946" || b.Addr() != "10.0.0.2:7946" {
			t.Errorf("%s, %s", a.Addr(), b.Addr())
		}
		sent := []byte("hello")
		at, err := a.WriteToAddress(sent, memberlist.Address{Addr: b.Addr(), Name: "somebody else"})
		if err != nil {
			t.Fatal(err)
		}
		sent[0] = 'x' // the network has its own copy
		p := <-b.PacketCh()
		if string(p.Buf) != "hello" || p.From.String() != a.Addr() || p.Timestamp.Sub(at) != 7*time.Millisecond {
			t.Errorf("%q from %v after %v", p.Buf, p.From, p.Timestamp.Sub(at))
		}

		// b moves. Datagrams to its old address are lost, without an error.
		b.Shutdown()
		moved := n.Transport("b")
		if _, err := a.WriteTo([]byte("old"), b.Addr()); err != nil {
			t.Error(err)
		}
		if _, err := b.WriteTo(nil, a.Addr()); err == nil {
			t.Error("who is shut down sends")
		}
		time.Sleep(time.Second)
		if len(moved.PacketCh()) != 0 {
			t.Error("it followed")
		}
		if sent, lost := n.Sent(); sent != 2 || lost != 1 {
			t.Errorf("%d sent, %d lost", sent, lost)
		}
	})
}

func TestHearDecidesEachWay(t *testing.T) {
	bubble.Test(t, func(t *testing.T) {
		var open atomic.Bool
		n := New(Options{Hear: func(from, to string) bool { return from == "a" || open.Load() }})
		a, b := n.Transport("a"), n.Transport("b")
		a.WriteTo([]byte("there"), b.Addr())
		b.WriteTo([]byte("back"), a.Addr())
		if len(b.PacketCh()) != 1 || len(a.PacketCh()) != 0 {
			t.Errorf("b got %d, a got %d", len(b.PacketCh()), len(a.PacketCh()))
		}
		began := time.Now()
		if _, err := a.DialTimeout(b.Addr(), 3*time.Second); err == nil || time.Since(began) != 3*time.Second {
			t.Errorf("%v after %v", err, time.Since(began))
		}
		open.Store(true)
		c, err := a.DialTimeout(b.Addr(), 3*time.Second)
		if err != nil {
			t.Fatal(err)
		}
		far := <-b.StreamCh()
		go func() {
			c.Write([]byte("over the stream"))
			c.Close()
		}()
		if got, err := io.ReadAll(far); err != nil || !bytes.Equal(got, []byte("over the stream")) {
			t.Errorf("%q, %v", got, err)
		}
		open.Store(false)
		if _, err := far.Write([]byte("x")); err == nil {
			t.Error("written to who does not hear")
		}
	})
}

func TestLossIsWhatWasAskedAndRepeats(t *testing.T) {
	run := func(seed uint64) (lost int64) {
		n := New(Options{Loss: 0.3, Seed: seed})
		a, b := n.Transport("a"), n.Transport("b")
		for range 4000 {
			a.WriteTo(nil, b.Addr())
		}
		_, lost = n.Sent()
		return lost
	}
	first := run(1)
	// Binomial: 1200 lost of 4000, standard deviation 29; five of them.
	if math.Abs(float64(first)-1200) > 5*29 {
		t.Errorf("%d of 4000 lost", first)
	}
	if run(1) != first || run(2) == first {
		t.Error("the seed does not decide the losses")
	}
}

func TestFullQueuesDrop(t *testing.T) {
	n := New(Options{})
	a, b := n.Transport("a"), n.Transport("b")
	for range packetQueue + 5 {
		a.WriteTo(nil, b.Addr())
	}
	if sent, lost := n.Sent(); sent != packetQueue+5 || lost != 5 {
		t.Errorf("%d sent, %d lost", sent, lost)
	}
	if n.Inject(b.Addr(), nil) == nil || n.Inject("10.0.0.9:1", nil) == nil {
		t.Error("injected into a full queue or to nobody")
	}
	for range streamQueue {
		if _, err := a.DialTimeout(b.Addr(), time.Second); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := a.DialTimeout(b.Addr(), time.Second); err == nil {
		t.Error("a full backlog takes one more")
	}
}
