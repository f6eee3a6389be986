package secure

import (
	"bytes"
	"net/netip"
	"testing"
	"time"

	"github.com/hashicorp/memberlist"
)

// FuzzPacket gives a transport packets, of which only the seed's hello is genuine.
func FuzzPacket(f *testing.F) {
	ring, err := NewRing(key)
	if err != nil {
		f.Fatal(err)
	}
	self := netip.MustParseAddrPort("10.0.0.1:7946")
	own := newPoint()
	var o Options
	hello := body{1, own.PublicKey(), life{}, self, nil}
	f.Add(o.hello(ring.first(), kindHello, hello))
	f.Add(o.welcome(ring.first(), kindWelcome, hello, body{2, own.PublicKey(), life{}, self, nil}))
	f.Add(append(marked(nil, kindData), make([]byte, 60)...))
	f.Add([]byte{oldLabel, 200, 1})
	f.Add([]byte(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		refused := 0
		tr := &Transport{o: Options{Under: nowhere{}, Ring: ring, Self: self, Refused: func(Reason, netip.AddrPort) { refused++ }}, table: newTable(),
			hellos: budget{total: hellosTotal, each: hellosEach}, answers: budget{total: answersTotal, each: answersEach}}
		genuine := false // the seed above, as another process made it
		if len(b) == helloBytes {
			_, err := ring.first().openBody(b, helloHead, "", nil)
			genuine = err == nil
		}
		if tr.open(&memberlist.Packet{Buf: bytes.Clone(b)}) {
			t.Error("a packet that nobody sealed is taken")
		}
		if refused != 1 && !genuine {
			t.Errorf("it is counted %d times", refused)
		}
	})
}

// FuzzOpening reads the beginning of a stream.
func FuzzOpening(f *testing.F) {
	f.Add([]byte("\xf4\x05flock\x0a"))
	f.Add(append(marked(nil, kindStreamHello), make([]byte, helloBytes)...))
	f.Fuzz(func(_ *testing.T, b []byte) {
		var o Options
		_, _ = o.readHello(bytes.NewReader(b), make([]byte, helloBytes))
		_ = o.readAnswer(bytes.NewReader(b), make([]byte, welcomeBytes))
		_, _ = decodeBody(b)
		s := newStream(pipe{r: bytes.NewReader(b)}, newGroupKey(key))
		s.in.aead = gcm(key)
		if plain, err := s.readFrame(); err == nil {
			panic(string(plain))
		}
	})
}

// nowhere is a transport on which nothing arrives.
type nowhere struct{ memberlist.NodeAwareTransport }

func (nowhere) WriteToAddress([]byte, memberlist.Address) (time.Time, error) { return time.Time{}, nil }
