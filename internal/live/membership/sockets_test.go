package membership

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"strings"
	"syscall"
	"testing"
	"time"

	"bellwether/internal/live/keyring"
	"bellwether/internal/live/membership/gossiptest"
	"bellwether/internal/testkit/sample"
	"bellwether/protocol"
)

// TestMain fails if something that an agent started outlives it.
func TestMain(m *testing.M) {
	sample.CollectLess()
	gossiptest.Main(m)
}

// agent is an agent on real sockets, with its log.
type agent struct {
	*Gossip
	log *gossiptest.Journal
}

func localOptions(t *testing.T, name string, id protocol.ID) Options {
	local, err := Preset("local")
	if err != nil {
		t.Fatal(err)
	}
	return Options{Name: name, Bind: fmt.Sprintf("127.0.0.%d:0", 10+id), Timing: local, Meta: Meta{ID: id, Incarnation: 1}}
}

func startLocal(t *testing.T, o Options) agent {
	t.Helper()
	a := agent{log: new(gossiptest.Journal)}
	o.Logger = slog.New(slog.NewTextHandler(a.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	var err error
	if a.Gossip, err = Start(o); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
		if t.Failed() {
			t.Logf("%s:\n%s", o.Name, a.log)
		}
	})
	return a
}

// eventually waits for something that must happen. The time that it takes is not tested
// here; after a minute the test fails.
func eventually(t *testing.T, what string, cond func() bool) {
	t.Helper()
	for range 3000 {
		if cond() {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatalf("never: %s", what)
}

func TestRealSockets(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for time-outs of real sockets")
	}
	t.Parallel()
	key := bytes.Repeat([]byte{7}, 32)
	var all []agent
	for i := range 4 {
		o := localOptions(t, fmt.Sprintf("n%d", i+1), protocol.ID(i+1))
		o.Keys, o.Label = [][]byte{key}, "flock"
		if i > 0 {
			o.Join = []string{all[0].Self().Addr, o.Bind[:len(o.Bind)-1] + "1"} // one answers, one does not
		}
		all = append(all, startLocal(t, o))
	}
	everyone := func(s State, n int, of ...agent) func() bool {
		return func() bool {
			for _, a := range of {
				if count(a.Gossip, s) != n {
					return false
				}
			}
			return true
		}
	}
	eventually(t, "four members", everyone(Alive, 3, all...))
	eventually(t, "round trips", func() bool {
		for _, m := range all[0].Members() {
			if m.RTT <= 0 {
				return false
			}
		}
		return true
	})
	data := bytes.Repeat([]byte("x"), MaxDatagram)
	eventually(t, "the largest datagram", func() bool {
		if err := all[0].Send("n4", data); err != nil {
			t.Fatal(err)
		}
		select {
		case p := <-all[3].Packets():
			return bytes.Equal(p.Data, data) && p.Name == "n1"
		case <-time.After(time.Second):
			return false
		}
	})
	if err := all[3].Leave(5 * time.Second); err != nil {
		t.Error(err)
	}
	eventually(t, "one left", everyone(Left, 1, all[:3]...))
	if err := all[3].Rejoin(); err != nil {
		t.Fatal(err)
	}
	eventually(t, "it is back", everyone(Alive, 3, all...))
	all[2].Close()
	eventually(t, "one failed", everyone(Failed, 1, all[0], all[1], all[3]))
}

func TestWrongKeyNoKeyOtherLabel(t *testing.T) {
	t.Parallel()
	right, wrong := bytes.Repeat([]byte{1}, 16), bytes.Repeat([]byte{2}, 16)
	for _, c := range []struct {
		what  string
		keys  [][]byte
		label string
		count func(Counters) int64
		plain string // in the log of the agent that is refused
	}{
		{"wrong key", [][]byte{wrong}, "flock", func(c Counters) int64 { return c.Undecryptable }, "its key is not ours"},
		{"no key", nil, "flock", func(c Counters) int64 { return c.Undecryptable }, "key"},
		{"other label", [][]byte{right}, "herd", func(c Counters) int64 { return c.OtherLabel }, "label"},
	} {
		t.Run(c.what, func(t *testing.T) {
			o := localOptions(t, "inside", 1)
			o.Keys, o.Label = [][]byte{right}, "flock"
			inside := startLocal(t, o)
			o = localOptions(t, "outside", 2)
			o.Keys, o.Label, o.Join = c.keys, c.label, []string{inside.Self().Addr}
			outside := startLocal(t, o)
			if !strings.Contains(outside.log.String(), c.plain) {
				t.Errorf("the log does not say %q", c.plain)
			}
			// A stream was refused. A datagram is refused, too.
			eventually(t, "the stream is counted", func() bool { return c.count(inside.Counters()) > 0 })
			before := c.count(inside.Counters())
			if err := outside.Send(inside.Self().Addr, []byte("let me in")); err != nil {
				t.Fatal(err)
			}
			eventually(t, "the datagram is counted", func() bool { return c.count(inside.Counters()) > before })
			if got := inside.Counters(); states(inside.Gossip) != "" || got.Received != 0 || got.Malformed != 0 {
				t.Errorf("inside: members %q, %+v", states(inside.Gossip), got)
			}
			if got := states(outside.Gossip); got != "" {
				t.Errorf("outside: members %q", got)
			}
		})
	}
}

// An agent without a key refuses the packets of an agent with a key.
func TestKeyedPacketsAreNoiseWithoutKey(t *testing.T) {
	inside := startLocal(t, localOptions(t, "inside", 1))
	o := localOptions(t, "keyed", 2)
	o.Keys, o.Join = [][]byte{bytes.Repeat([]byte{1}, 16)}, []string{inside.Self().Addr}
	keyed := startLocal(t, o)
	for range 10 {
		if err := keyed.Send(inside.Self().Addr, []byte("secret")); err != nil {
			t.Fatal(err)
		}
	}
	eventually(t, "counted", func() bool { c := inside.Counters(); return c.Undecryptable >= 2 && c.Malformed == 0 })
	if states(inside.Gossip) != "" || states(keyed.Gossip) != "" {
		t.Errorf("members %q, %q", states(inside.Gossip), states(keyed.Gossip))
	}
}

// Random bytes by datagram and stream, with and without encryption, change nothing.
func TestRandomBytesChangeNothing(t *testing.T) {
	t.Parallel()
	for _, keys := range [][][]byte{nil, {bytes.Repeat([]byte{3}, 16)}} {
		t.Run(fmt.Sprintf("%d keys", len(keys)), func(t *testing.T) {
			o1, o2 := localOptions(t, "n1", 1), localOptions(t, "n2", 2)
			o1.Keys, o2.Keys = keys, keys
			a := startLocal(t, o1)
			o2.Join = []string{a.Self().Addr}
			b := startLocal(t, o2)
			eventually(t, "two members", func() bool { return states(a.Gossip) == "n2:alive" && states(b.Gossip) == "n1:alive" })
			udp, err := net.Dial("udp", a.Self().Addr)
			if err != nil {
				t.Fatal(err)
			}
			defer udp.Close()
			r := rand.New(rand.NewPCG(1, 2))
			for i := range sample.Size(4000, 20_000) {
				junk := make([]byte, 1+r.IntN(200))
				for j := range junk {
					junk[j] = byte(r.Uint32())
				}
				if i%2 == 0 {
					junk[0] = 8 // memberlist's number of a message of ours
				}
				if _, err := udp.Write(junk); err != nil && !errors.Is(err, syscall.ECONNREFUSED) {
					t.Fatal(err)
				}
				if i%1000 == 0 {
					if tcp, err := net.Dial("tcp", a.Self().Addr); err == nil {
						tcp.Write(junk)
						tcp.Close()
					}
				}
			}
			eventually(t, "counted", func() bool { c := a.Counters(); return c.Malformed+c.Undecryptable > 0 })
			if got := states(a.Gossip); got != "n2:alive" {
				t.Errorf("members %q", got)
			}
			if n := strings.Count(a.log.String(), "\n"); n > 2000 {
				t.Errorf("%d lines logged", n)
			}
			if got := a.Counters(); got.Received != 0 {
				t.Errorf("%d delivered", got.Received)
			}
		})
	}
}

func TestPortInUse(t *testing.T) {
	a := startLocal(t, localOptions(t, "n1", 1))
	o := localOptions(t, "n2", 2)
	o.Bind = a.Self().Addr
	_, err := Start(o)
	if !errors.Is(err, syscall.EADDRINUSE) && (err == nil || !strings.Contains(err.Error(), "address already in use")) {
		t.Fatalf("got %v", err)
	}
	if !strings.Contains(err.Error(), a.Self().Addr) {
		t.Errorf("%v does not say which", err)
	}
}

func TestJoinToNobodyStartsAndGoesOnTrying(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for time-outs of real sockets")
	}
	t.Parallel()
	quiet, err := net.Listen("tcp", "127.0.0.99:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := quiet.Addr().String()
	quiet.Close()
	o := localOptions(t, "n1", 1)
	o.Join = []string{addr}
	a := startLocal(t, o)
	if log := a.log.String(); !strings.Contains(log, "nobody answered") || !strings.Contains(log, addr) {
		t.Errorf("the log does not say so: %s", log)
	}
	o = localOptions(t, "n2", 2)
	o.Bind = addr
	startLocal(t, o)
	eventually(t, "it was found", func() bool { return states(a.Gossip) == "n2:alive" })
}

// The keys of three agents change one after the other while they talk.
func TestKeyRotationWithoutPause(t *testing.T) {
	if testing.Short() {
		t.Skip("the membership's tests change keys in virtual time")
	}
	t.Parallel()
	old, fresh := bytes.Repeat([]byte{1}, 16), bytes.Repeat([]byte{2}, 32)
	var all []agent
	for i := range 3 {
		o := localOptions(t, fmt.Sprintf("n%d", i+1), protocol.ID(i+1))
		o.Keys = [][]byte{old}
		if i > 0 {
			o.Join = []string{all[0].Self().Addr}
		}
		all = append(all, startLocal(t, o))
	}
	whole := func() bool {
		for _, a := range all {
			if count(a.Gossip, Alive) != 2 {
				return false
			}
		}
		return true
	}
	eventually(t, "three members", whole)
	for _, step := range []keyring.Step{{Verb: keyring.Install, Key: fresh}, {Verb: keyring.Use, Key: fresh}, {Verb: keyring.Remove, Key: old}} {
		for _, a := range all {
			if err := a.keys.Obey(keyring.Order{Number: a.keys.Next(), Step: step}); err != nil {
				t.Fatal(err)
			}
			for _, b := range all {
				for _, to := range b.Members() {
					if err := b.Send(to.Name, []byte("still here")); err != nil {
						t.Fatal(err)
					}
				}
			}
			time.Sleep(100 * time.Millisecond)
		}
	}
	// Nine steps, in each a datagram from either of the other two.
	for _, a := range all {
		eventually(t, "all datagrams", func() bool { return a.Counters().Received == 18 })
		if c := a.Counters(); c.Undecryptable != 0 || !whole() {
			t.Errorf("%+v", c)
		}
		if keys := a.ListKeys(); len(keys) != 1 || !bytes.Equal(keys[0], fresh) {
			t.Errorf("keys %v", keys)
		}
	}
}
