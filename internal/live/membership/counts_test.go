package membership

import (
	"encoding/binary"
	"hash/crc32"
	"io"
	"testing"
	"time"

	"bellwether/internal/live/membership/gossiptest"
)

// counted names the counters of packets and streams that were refused.
func counted(c Counters) map[string]int64 {
	all := map[string]int64{}
	for name, n := range map[string]int64{"malformed": c.Malformed, "undecryptable": c.Undecryptable, "label": c.OtherLabel,
		"flooded": c.Flooded, "dropped": c.Dropped, "strangers": c.Strangers} {
		if n > 0 {
			all[name] = n
		}
	}
	return all
}

// labelled is a packet or stream of a cluster with that label.
func labelled(label string, b []byte) []byte {
	return append(append([]byte{244, byte(len(label))}, label...), b...)
}

func checksummed(b []byte, sum uint32) []byte {
	return append(binary.BigEndian.AppendUint32([]byte{12}, sum), b...)
}

func ping(node string) []byte {
	return kinded(0, new(msgpack).fields(2).text("SeqNo").number(7).text("Node").text(node))
}

// Each packet and each stream that memberlist refuses is counted once, as what it is, and the
// others are not counted. The cluster has a label and no keys.
//
// It tests "Malformed packets" of docs/security.md.
func TestWhatIsRefusedIsCounted(t *testing.T) {
	good, ours := ping("n01"), []byte{8, 1, 0, 0, 0, 9, 0, 0, 0, 1, 'x'} // of a member that nobody knows
	suspect := kinded(3, new(msgpack).fields(3).text("Incarnation").number(1).text("Node").text("zz").text("From").text("yy"))
	both := append([]byte{7, 2, 0, byte(len(ours)), 0, byte(len(good))}, append(append([]byte{}, ours...), good...)...)
	list := func(n uint32, user uint32, rest ...byte) []byte {
		m := new(msgpack).fields(3).text("Nodes").number(n).text("UserStateLen").number(user).text("Join")
		m.WriteByte(0xC3)
		return append(kinded(6, m), rest...)
	}
	member := func(state uint32, vsn string) []byte {
		m := new(msgpack).fields(6).text("Name").text("zz").text("Addr").text("\x0a\x00\x00\x63").text("Port").number(7)
		m.text("State").number(state).text("Incarnation").number(1).text("Vsn").text(vsn)
		return m.Bytes()
	}
	for _, c := range []struct {
		what   string
		packet []byte
		want   string // "": none
	}{
		{"a ping", labelled("flock", good), ""},
		{"a ping with a checksum", labelled("flock", checksummed(good, crc32.ChecksumIEEE(good))), ""},
		{"a suspicion", labelled("flock", suspect), ""},
		{"a message of ours", labelled("flock", ours), "strangers"},
		{"a message of ours with a ping", labelled("flock", both), "strangers"},
		{"another label", labelled("herd", good), "label"},
		{"another label, ours", labelled("herd", ours), "label"},
		{"no label", good, "label"},
		{"an empty label", labelled("", good), "malformed"},
		{"a cut label", []byte{244, 9, 'f', 'l'}, "malformed"},
		{"nothing but a label", labelled("flock", nil), "malformed"},
		{"a false checksum", labelled("flock", checksummed(good, 1)), "malformed"},
		{"a false checksum, ours", labelled("flock", checksummed(ours, 1)), "malformed"},
		{"an unknown kind", labelled("flock", []byte{99, 0x80}), "malformed"},
		{"a ping for another", labelled("flock", ping("n02")), "malformed"},
		{"a text for a number", labelled("flock", kinded(0, new(msgpack).fields(1).text("SeqNo").text("x"))), "malformed"},
		{"a number for a text", labelled("flock", kinded(3, new(msgpack).fields(1).text("Node").number(1))), "malformed"},
		{"a long port", labelled("flock", kinded(0, new(msgpack).fields(1).text("SourcePort").number(1<<16))), "malformed"},
		{"a cut message", labelled("flock", []byte{0, 0x81, 0xA5, 'S'}), "malformed"},
		{"what keys seal", []byte{0xBE, 1, 2, 3}, "undecryptable"},
	} {
		t.Run("packet/"+c.what, func(t *testing.T) {
			alone(t, c.want, func(net *gossiptest.Network, at string) {
				if err := net.Inject(at, c.packet); err != nil {
					t.Fatal(err)
				}
			})
		})
	}
	for _, c := range []struct {
		what   string
		stream []byte
		want   string
	}{
		{"nothing", nil, "label"},
		{"a ping", labelled("flock", good), ""},
		{"a list", labelled("flock", list(1, 0, member(2, "\x01\x05\x02\x00\x02\x00")...)), ""},
		{"another label", labelled("herd", good), "label"},
		{"no label", good, "label"},
		{"an empty label", labelled("", good), "malformed"},
		{"a cut label", []byte{244, 9, 'f', 'l'}, "malformed"},
		{"an unknown kind", labelled("flock", []byte{99}), "malformed"},
		{"an answer to nothing", labelled("flock", kinded(2, new(msgpack).fields(1).text("SeqNo").number(1))), "malformed"},
		{"a ping for another", labelled("flock", ping("n02")), "malformed"},
		{"a text for a number", labelled("flock", kinded(0, new(msgpack).fields(1).text("SeqNo").text("x"))), "malformed"},
		{"a cut list", labelled("flock", list(2, 0, member(0, "\x01\x05\x02\x00\x02\x00")...)), "malformed"},
		{"a cut list of goodbyes", labelled("flock", list(0, 9, 1, 2)), "malformed"},
		{"a list with another protocol", labelled("flock", list(1, 0, member(0, "\x01\x05\x09\x00\x02\x00")...)), "malformed"},
		{"a list without versions", labelled("flock", list(1, 0, member(0, "")...)), "malformed"},
		{"what memberlist encrypts", labelled("flock", []byte{10, 0, 0, 0, 1, 1}), "undecryptable"},
		{"what keys seal", labelled("flock", []byte{0xBE, 1}), "undecryptable"},
	} {
		t.Run("stream/"+c.what, func(t *testing.T) {
			alone(t, c.want, func(net *gossiptest.Network, at string) {
				conn, err := net.Transport("stranger").DialTimeout(at, time.Second)
				if err != nil {
					t.Fatal(err)
				}
				go func() { _, _ = io.Copy(io.Discard, conn) }()
				_, _ = conn.Write(c.stream)
				time.Sleep(time.Second)
				conn.Close()
			})
		})
	}
}

// alone runs an agent, and checks that what is done to it counts once, as wanted.
func alone(t *testing.T, want string, do func(net *gossiptest.Network, at string)) {
	inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
		o := f.options("n01", 1)
		o.Label = "flock"
		a := f.start(o)
		time.Sleep(time.Second)
		do(f.net, a.Self().Addr)
		time.Sleep(time.Minute)
		got := counted(a.Counters())
		if want == "" && len(got) > 0 || want != "" && (len(got) != 1 || got[want] != 1) {
			t.Errorf("counted %v, want one %q", got, want)
		}
	})
}
