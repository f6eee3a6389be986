package membership

import (
	"bytes"
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	"bellwether/internal/live/keyring"
	"bellwether/internal/live/membership/internal/rotate"
	"bellwether/internal/live/membership/internal/view"

	"github.com/hashicorp/memberlist"
)

// bare makes a Gossip that does not run.
func bare() *Gossip {
	return build(Options{Name: "self", Meta: Meta{ID: 1, Incarnation: 1}, Timing: Presets()[0]})
}

// What is said of a member is checked before it counts.
func TestNotifyAliveRefuses(t *testing.T) {
	g := bare()
	good := memberlist.Node{Name: "b", Addr: net.IPv4(10, 0, 0, 2), Port: 7946, Meta: Meta{ID: 7}.Append(nil, 2)}
	if err := (callbacks{g}).NotifyAlive(&good); err != nil {
		t.Fatal(err)
	}
	for what, spoil := range map[string]func(*memberlist.Node){
		"no metadata":          func(n *memberlist.Node) { n.Meta = nil },
		"oversized metadata":   func(n *memberlist.Node) { n.Meta = make([]byte, 4000) },
		"other version":        func(n *memberlist.Node) { n.Meta[0] = 9 },
		"nobody's id":          func(n *memberlist.Node) { n.Meta = Meta{}.Append(nil, 2) },
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
	for i := range view.MemberLimit {
		g.view.Rise(Member{Name: string(rune('一' + i)), Meta: Meta{ID: 7}}, time.Now())
	}
	n := memberlist.Node{Name: "b", Addr: net.IPv4(10, 0, 0, 2), Port: 1, Meta: Meta{ID: 7}.Append(nil, 2)}
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
		if !errors.Is(err, rotate.ErrPlain) {
			t.Errorf("got %v", err)
		}
	}
	if g.ListKeys() != nil {
		t.Error("it has keys")
	}
}
