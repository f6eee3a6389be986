package secure

import (
	"bytes"
	"crypto/ed25519"
	"net/netip"
	"testing"
	"time"

	"github.com/hashicorp/memberlist"
)

// FuzzPacket gives a transport packets, of which only the hellos of the seed are genuine.
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
	for _, id := range []ed25519.PrivateKey{nil, seedOf(1)} {
		o := Options{Ring: ring, Self: self, Identity: id}
		o.side = o.newSide()
		table := newTable()
		_, hello := table.open(&o, ring.first(), kindHello, 1)
		f.Add(hello)
		f.Add(append([]byte{magic, version2<<4 | kindFinish}, make([]byte, o.side.FinishBytes())...))
		f.Add(append(replyOpening(o.kind(kindWelcome), 1), make([]byte, o.side.WelcomeBytes()-markBytes-indexBytes)...))
	}
	f.Add(append([]byte{magic, version2<<4 | kindCookie}, make([]byte, cookieSize-markBytes)...))
	f.Add([]byte{oldLabel, 200, 1})
	f.Add([]byte(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, id := range []ed25519.PrivateKey{nil, seedOf(2)} {
			refused := 0
			o := Options{Under: nowhere{}, Ring: ring, Self: self, Identity: id, Refused: func(Reason, netip.AddrPort) { refused++ }}
			o.side = o.newSide()
			tr := &Transport{o: o, table: newTable(), guard: newGuard(),
				hellos: budget{total: hellosTotal, each: hellosEach}, answers: budget{total: answersTotal, each: answersEach}}
			genuine := false // a seed above, as another process made it
			if len(b) == helloBytes {
				_, err := ring.first().openBody(b, helloHead, "", nil)
				genuine = err == nil
			}
			if len(b) == o.helloBytes2() {
				_, err := o.side.Read(ring.first().noise, b[:len(b)-proofLength])
				genuine = genuine || err == nil
			}
			if tr.open(&memberlist.Packet{Buf: bytes.Clone(b)}) {
				t.Error("a packet that nobody sealed is taken")
			}
			if refused != 1 && !genuine {
				t.Errorf("it is counted %d times", refused)
			}
		}
	})
}

// FuzzOpening reads the beginning of a stream.
func FuzzOpening(f *testing.F) {
	f.Add([]byte("\xf4\x05flock\x0a"))
	f.Add(append(marked(nil, kindStreamHello), make([]byte, helloBytes)...))
	ring, err := NewRing(key)
	if err != nil {
		f.Fatal(err)
	}
	o := Options{Ring: ring}
	o.side = o.newSide()
	f.Fuzz(func(_ *testing.T, b []byte) {
		_, _, _ = o.readHello(bytes.NewReader(b))
		for v := version1; v <= version2; v++ {
			_ = o.readAnswer(bytes.NewReader(b), make([]byte, welcomeBytes), []byte{magic, v<<4 | kindStreamHello})
		}
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
