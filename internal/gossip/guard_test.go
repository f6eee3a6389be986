package gossip

import (
	"bytes"
	"errors"
	"io"
	"net"
	"slices"
	"testing"
	"testing/iotest"
)

// A recorded packet or stream is sent again with another version of the encryption. It
// does not end the agent; memberlist without guarded panics.
func TestRecordedPacketsWithAnotherVersionEndNoAgent(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for time-outs of real sockets")
	}
	t.Parallel()
	for _, label := range []string{"", "flock"} {
		o := localOptions(t, "n1", 1)
		o.Keys, o.Label = [][]byte{bytes.Repeat([]byte{3}, 16)}, label
		a := startLocal(t, o)

		heardPacket, heardStream := listenIn(t, a)
		header := 0
		if label != "" {
			header = 2 + len(label)
		}
		heardPacket[header] = 0
		udp, err := net.Dial("udp", a.Self().Addr)
		if err != nil {
			t.Fatal(err)
		}
		defer udp.Close()
		heardStream[header+1+lengthBytes] = 0
		eventually(t, "the packets are counted", func() bool {
			if _, err := udp.Write(heardPacket); err != nil {
				t.Fatal(err)
			}
			return a.Counters().Undecryptable >= 10
		})
		before := a.Counters()
		eventually(t, "the streams are counted", func() bool {
			tcp, err := net.Dial("tcp", a.Self().Addr)
			if err != nil {
				t.Fatal(err)
			}
			defer tcp.Close()
			if _, err := tcp.Write(heardStream); err != nil {
				t.Fatal(err)
			}
			_, _ = io.Copy(io.Discard, tcp) // until a closes it
			return a.Counters().Malformed >= before.Malformed+10
		})
		if got := states(a.Gossip); got != "" {
			t.Errorf("members %q", got)
		}
	}
}

// listenIn returns a packet and the beginning of a stream that an agent has sent.
func listenIn(t *testing.T, a agent) (packet, stream []byte) {
	t.Helper()
	tcp, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer tcp.Close()
	udp, err := net.ListenPacket("udp", tcp.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer udp.Close()
	if err := a.Send(tcp.Addr().String(), []byte("secret")); err != nil {
		t.Fatal(err)
	}
	b := make([]byte, 65536)
	n, _, err := udp.ReadFrom(b)
	if err != nil {
		t.Fatal(err)
	}
	packet = slices.Clone(b[:n])
	if err := a.Join(tcp.Addr().String()); err != nil {
		t.Fatal(err)
	}
	c, err := tcp.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if stream, err = io.ReadAll(c); err != nil { // until a no longer waits for an answer
		t.Fatal(err)
	}
	return packet, stream
}

func TestStreamsOfAnotherVersionFail(t *testing.T) {
	label := []byte("\xf4\x05flock")
	for name, c := range map[string]struct {
		stream []byte
		fails  bool
	}{
		"version 1":              {[]byte("\x0a\x00\x00\x00\x05\x01rest"), false},
		"version 0":              {[]byte("\x0a\x00\x00\x00\x05\x00rest"), true},
		"label, version 1":       {append(slices.Clone(label), "\x0a\x00\x00\x00\x05\x01rest"...), false},
		"label, version 0":       {append(slices.Clone(label), "\x0a\x00\x00\x00\x05\x00rest"...), true},
		"no encryption":          {[]byte("\x06\x0a\x00\x00\x00\x05\x00"), false},
		"a label within a label": {append(slices.Clone(label), "\xf4\x01x\x0a\x00\x00\x00\x05\x00"...), false},
		"nothing":                {nil, false},
	} {
		for _, r := range []io.Reader{bytes.NewReader(c.stream), iotest.OneByteReader(bytes.NewReader(c.stream))} {
			got, err := io.ReadAll(&guardedStream{Conn: heard{bytes: r}})
			if c.fails != errors.Is(err, errVersion) || !c.fails && !bytes.Equal(got, c.stream) {
				t.Errorf("%s: %q, %v", name, got, err)
			}
		}
	}
}

// heard is a connection that delivers these bytes.
type heard struct {
	net.Conn
	bytes io.Reader
}

func (h heard) Read(b []byte) (int, error) { return h.bytes.Read(b) }
