package membership

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"testing"
	"time"

	"bellwether/internal/live/keyring"
	"bellwether/internal/testkit/bubble"

	"github.com/hashicorp/memberlist"
)

// bare makes a Gossip that does not run.
func bare() *Gossip {
	return build(Options{Name: "self", Meta: Meta{ID: 1, Incarnation: 1}, Timing: Presets()[0]})
}

func TestGoodbyes(t *testing.T) {
	bubble.Test(t, func(t *testing.T) {
		v := newView(func() {})
		is := func(want State) {
			t.Helper()
			if m, _ := v.find("b"); m.State != want {
				t.Errorf("is %v, want %v", m.State, want)
			}
		}
		bye := func(life uint32) worth { return v.part(goodbye{header{kindGoodbye, 7, life}, "b", ""}, time.Now()) }
		rise := func(life uint32) {
			v.rise(Member{Name: "b", Addr: "10.0.0.2:1", Meta: Meta{ID: 7, Incarnation: life}}, time.Now())
		}
		if bye(1) != known {
			t.Error("a goodbye of an unknown member is to be forwarded")
		}
		rise(3)
		if bye(2) != outdated {
			t.Error("a goodbye of a former life counts")
		}
		if v.part(goodbye{header{kindGoodbye, 8, 3}, "b", ""}, time.Now()) != known {
			t.Error("a goodbye with another id counts")
		}
		is(Alive)
		if bye(3) != news || bye(3) != known {
			t.Error("a goodbye is news once")
		}
		is(Left)
		v.fall("b", time.Now())
		is(Left)
		rise(4) // it came back …
		is(Alive)
		v.fall("b", time.Now()) // … and died
		is(Failed)
		if bye(4) != news { // its goodbye was late
			t.Error("a late goodbye of this life is news")
		}
		is(Left)
		rise(1) // it lost its incarnation, but memberlist hears it
		is(Alive)

		// An answer to a probe, long enough after a false goodbye, undoes it.
		bye(1)
		is(Left)
		time.Sleep(time.Second)
		v.pong("b", time.Millisecond, 10*time.Second, time.Now())
		is(Left)
		time.Sleep(10 * time.Second)
		v.pong("b", time.Millisecond, 10*time.Second, time.Now())
		is(Alive)

		// So does a new life, though memberlist never noticed that the former ended.
		bye(1)
		is(Left)
		rise(2)
		is(Alive)
	})
}

func TestRoundTripIsSmoothed(t *testing.T) {
	v := newView(func() {})
	v.rise(Member{Name: "b", Meta: Meta{ID: 7}}, time.Now())
	// RFC 6298: the first counts whole, the next an eighth: 8 + (16 - 8)/8 = 9.
	for _, rtt := range []time.Duration{8, -5, 0, 16} {
		v.pong("b", rtt*time.Millisecond, time.Minute, time.Now())
	}
	if m, _ := v.find("b"); m.RTT != 9*time.Millisecond {
		t.Errorf("%v", m.RTT)
	}
	v.rise(Member{Name: "b", Addr: "elsewhere", Meta: Meta{ID: 7}}, time.Now())
	if m, _ := v.find("b"); m.RTT != 0 {
		t.Errorf("elsewhere it is unknown, not %v", m.RTT)
	}
}

func TestMembersAreForgottenAfterADay(t *testing.T) {
	now := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	v := newView(func() {})
	v.rise(Member{Name: "alive", Meta: Meta{ID: 1}}, now.Add(-100*time.Hour))
	v.rise(Member{Name: "failed", Meta: Meta{ID: 2}}, now)
	v.fall("failed", now.Add(-25*time.Hour))
	v.remember(Peer{Name: "remembered", ID: 3, Seen: now.Add(-23 * time.Hour)})
	v.remember(Peer{Name: "stale", ID: 4, Seen: now.Add(-25 * time.Hour)})
	v.rise(Member{Name: "left", Meta: Meta{ID: 5}}, now)
	v.part(goodbye{header{id: 5}, "left", ""}, now.Add(-25*time.Hour))
	v.fall("left", now.Add(-25*time.Hour))
	failed := ""
	for _, m := range v.forget(now.Add(-forgetAfter)) {
		failed += m.Name + " "
	}
	if failed != "failed stale " {
		t.Errorf("failed and forgotten: %s", failed)
	}
	var names []string
	for _, m := range v.list(func(Member) bool { return true }) {
		names = append(names, m.Name)
	}
	if got := strings.Join(names, " "); got != "alive remembered" {
		t.Errorf("known: %s", got)
	}
}

// What is said of a member is checked before it counts.
func TestNotifyAliveRefuses(t *testing.T) {
	g := bare()
	good := memberlist.Node{Name: "b", Addr: net.IPv4(10, 0, 0, 2), Port: 7946, Meta: Meta{ID: 7}.append(nil, 2)}
	if err := (callbacks{g}).NotifyAlive(&good); err != nil {
		t.Fatal(err)
	}
	for what, spoil := range map[string]func(*memberlist.Node){
		"no metadata":          func(n *memberlist.Node) { n.Meta = nil },
		"oversized metadata":   func(n *memberlist.Node) { n.Meta = make([]byte, 4000) },
		"other version":        func(n *memberlist.Node) { n.Meta[0] = 9 },
		"nobody's id":          func(n *memberlist.Node) { n.Meta = Meta{}.append(nil, 2) },
		"no name":              func(n *memberlist.Node) { n.Name = "" },
		"long name":            func(n *memberlist.Node) { n.Name = strings.Repeat("x", 254) },
		"name with a slash":    func(n *memberlist.Node) { n.Name = "a/b" },
		"name with a new line": func(n *memberlist.Node) { n.Name = "a\nb" },
		"name with a comma":    func(n *memberlist.Node) { n.Name = "a,b" },
		"name with a quote":    func(n *memberlist.Node) { n.Name = `a"b` },
		"name with a backtick": func(n *memberlist.Node) { n.Name = "a`id`" },
		"name with a dollar":   func(n *memberlist.Node) { n.Name = "a$(id)" },
		"name like a flag":     func(n *memberlist.Node) { n.Name = "-rf" },
		"name like an address": func(n *memberlist.Node) { n.Name = "10.0.0.2" },
		"no UTF-8":             func(n *memberlist.Node) { n.Name = "\xff" },
		"address of 3 bytes":   func(n *memberlist.Node) { n.Addr = n.Addr[:3] },
		"no address":           func(n *memberlist.Node) { n.Addr = net.IPv4zero },
		"no port":              func(n *memberlist.Node) { n.Port = 0 },
		"multicast":            func(n *memberlist.Node) { n.Addr = net.IPv4(224, 0, 0, 1) },
	} {
		n := good
		n.Meta = bytes.Clone(good.Meta)
		spoil(&n)
		before := g.Counters()
		err := (callbacks{g}).NotifyAlive(&n)
		if now := g.Counters(); err == nil || now.Malformed+now.OtherVersion != before.Malformed+before.OtherVersion+1 {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func TestMembersAreBounded(t *testing.T) {
	g := bare()
	for i := range memberLimit {
		g.view.rise(Member{Name: string(rune('一' + i)), Meta: Meta{ID: 7}}, time.Now())
	}
	n := memberlist.Node{Name: "b", Addr: net.IPv4(10, 0, 0, 2), Port: 1, Meta: Meta{ID: 7}.append(nil, 2)}
	if err := (callbacks{g}).NotifyAlive(&n); err == nil {
		t.Error("one more is taken")
	}
	n.Name = "一"
	if err := (callbacks{g}).NotifyAlive(&n); err != nil {
		t.Errorf("one that is known is refused: %v", err)
	}
}

func TestWithoutEncryptionThereAreNoKeys(t *testing.T) {
	g, key := bare(), bytes.Repeat([]byte{1}, 16)
	_, told := g.Holdings(t.Context())
	for _, err := range []error{told, g.Rotate(t.Context(), keyring.Step{Verb: keyring.Use, Key: key}, nil)} {
		if !errors.Is(err, errPlain) {
			t.Errorf("got %v", err)
		}
	}
	if g.ListKeys() != nil {
		t.Error("it has keys")
	}
}

func TestLinesOfMemberlistBecomeRecords(t *testing.T) {
	bubble.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		var c tally
		s := newScribe(slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{
			Level: slog.LevelDebug,
			ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
				if a.Key == slog.TimeKey {
					return slog.Attr{}
				}
				return a
			}})), &c)
		for range 5 {
			s.Write([]byte("[ERR] memberlist: Failed to decode ping request: x from=1.2.3.4:5\n"))
		}
		for _, line := range []string{"[DEBUG] memberlist: a", "[INFO] memberlist: b", "[WARN] memberlist: c", "[ERR] d", "Err: e", "f"} {
			s.Write([]byte(line + "\n"))
		}
		for port := range 1000 { // lines that are not in the table do not fill the disk
			s.Write(fmt.Appendf(nil, "[ERR] memberlist: something quite new (%d bytes) from=1.2.3.4:%d\n", port, port))
			s.Write(fmt.Appendf(nil, "[WARN] memberlist: new%d\n", port))
		}
		time.Sleep(faultEvery)
		s.Write([]byte("[ERR] memberlist: Failed to decode ping request: y\n"))
		s.ended.Store(true)
		s.Write([]byte("[ERR] memberlist: after the end\n"))
		want := `level=WARN msg="Failed to decode ping request: x from=1.2.3.4:5" not_logged_before=0
level=DEBUG msg=a
level=INFO msg=b
level=WARN msg=c not_logged_before=0
level=ERROR msg=d not_logged_before=0
level=ERROR msg=e not_logged_before=0
level=INFO msg=f
level=ERROR msg="something quite new (0 bytes) from=1.2.3.4:0" not_logged_before=0
level=WARN msg="Failed to decode ping request: y" not_logged_before=4
`
		var got strings.Builder
		new := 0
		for line := range strings.Lines(out.String()) {
			if strings.Contains(line, "msg=new") {
				new++
				continue
			}
			got.WriteString(line)
		}
		if got.String() != want {
			t.Errorf("got\n%s", got.String())
		}
		if new > kindLimit {
			t.Errorf("%d lines of as many kinds", new)
		}
		if got := c.read().Malformed; got != 6 {
			t.Errorf("%d counted", got)
		}
	})
}
