package queue

import (
	"context"
	"crypto/sha256"
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"bellwether/internal/study/tasks"
)

// If a server listens beyond this machine, or is guarded, a worker needs the token, which also
// authenticates the server, and everything is encrypted.
func TestGuardedServerWantsItsToken(t *testing.T) {
	b := newBench(t, func(s *tasks.Serving) { s.Guarded = true })
	at, _, err := JetStream{}.At(b.o.Dir)
	if err != nil || !strings.HasPrefix(at.URLs[0], "tls://") {
		t.Fatalf("%+v, %v", at, err)
	}
	good, err := readToken(at.Token)
	if err != nil {
		t.Fatal(err)
	}
	stranger, forged := good, good
	stranger.seed[0] ^= 1
	forged.cert = sha256.Sum256([]byte("another certificate"))
	for name, c := range map[string]struct{ token, want string }{
		"no token":                     {"", "does it want a token"},
		"the token of another worker":  {stranger.String(), "Authorization Violation"},
		"the token of another server":  {forged.String(), errWrongServer.Error()},
		"a token that was cut off":     {at.Token[:80], "no token of bellwether sweep --serve"},
		"a token of a file without it": {"@/nowhere", "/nowhere"},
	} {
		one := at
		one.Token = c.token
		_, err := reach(t.Context(), one, time.Second, b.say)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	b.worker(t.Context(), "good", handle)
	list := tasksOf(3)
	answers, _ := b.run(t.Context(), list...)
	check(t, list, answers)
	b.close(true)
}

// A client that connects to a guarded server without encryption learns only that it requires
// TLS.
func TestGuardedServerSpeaksNothingInTheClear(t *testing.T) {
	b := newBench(t, func(s *tasks.Serving) { s.Guarded = true })
	c, err := net.Dial("tcp", hostPort(b.c.state.URL))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(10 * time.Second))
	if _, err := c.Write([]byte("CONNECT {\"verbose\":true}\r\nPING\r\nSUB > 1\r\n")); err != nil {
		t.Fatal(err)
	}
	text := make([]byte, 0, 1<<16)
	for {
		n, err := c.Read(text[len(text):cap(text)])
		text = text[:len(text)+n]
		if err != nil {
			break
		}
	}
	if s := string(text); !strings.Contains(s, `"tls_required":true`) || strings.Contains(s, "PONG") || strings.Contains(s, "MSG") {
		t.Errorf("it says %.300q", s)
	}
	b.close(true)
}

// A worker may take tasks, read contents and answer. It may not queue tasks, take answers,
// read answers of others, change contents, or change or delete a stream, not even on loopback.
func TestWorkerMayOnlyWork(t *testing.T) {
	t.Parallel()
	b := newBench(t, nil)
	at, _, err := JetStream{}.At(b.o.Dir)
	if err != nil {
		t.Fatal(err)
	}
	denied := make(chan error, 100)
	nc, err := reach(t.Context(), at, 0, b.say, nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { denied <- err }))
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	j := b.c.state.Job
	before, err := b.c.toDo.Info(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	short := func() context.Context {
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		context.AfterFunc(ctx, cancel)
		return ctx
	}
	for name, attempt := range map[string]func() error{
		"queue a task":       func() error { _, err := js.Publish(short(), j.task(tasksOf(1)[0].ID), []byte("{}")); return err },
		"end the job":        func() error { return nc.Publish(j.end(), nil) },
		"delete the tasks":   func() error { return js.DeleteStream(short(), j.tasks()) },
		"delete the answers": func() error { return js.DeleteStream(short(), j.answers()) },
		"make a stream": func() error {
			_, err := js.CreateStream(short(), jetstream.StreamConfig{Name: "MINE", Subjects: []string{"mine"}})
			return err
		},
		"take answers by a consumer": func() error {
			_, err := js.CreateConsumer(short(), j.answers(), jetstream.ConsumerConfig{AckPolicy: jetstream.AckExplicitPolicy})
			return err
		},
		"hear answers": func() error { _, err := nc.Subscribe(j.answer("*"), func(*nats.Msg) {}); return err },
		"hear tasks":   func() error { _, err := nc.Subscribe(j.task("*"), func(*nats.Msg) {}); return err },
		"change a content": func() error {
			return nc.Publish("$O."+j.bucket()+".C.x", []byte("x"))
		},
		"purge the tasks": func() error { return nc.Publish("$JS.API.STREAM.PURGE."+j.tasks(), nil) },
		"say how far it is": func() error {
			_, err := nc.Subscribe(statusOfAll, func(m *nats.Msg) { m.Respond([]byte("{}")) })
			return err
		},
	} {
		err := attempt()
		nc.FlushTimeout(time.Second)
		select {
		case why := <-denied:
			if !errors.Is(why, nats.ErrPermissionViolation) && !strings.Contains(why.Error(), "ermissions") {
				t.Errorf("%s: %v", name, why)
			}
		case <-time.After(2 * time.Second):
			t.Errorf("to %s is not denied: %v", name, err)
		}
	}
	after, err := b.c.toDo.Info(t.Context())
	if err != nil || after.State.Msgs != before.State.Msgs {
		t.Errorf("%d tasks, before %d: %v", after.State.Msgs, before.State.Msgs, err)
	}
	b.close(true)
}

// A server on loopback needs no token; elsewhere it needs a token and encryption.
func TestListen(t *testing.T) {
	for text, want := range map[string]listen{
		"127.0.0.1:4222": {"127.0.0.1", 4222, true}, "[::1]:1": {"::1", 1, true}, "localhost:9": {"localhost", 9, true},
		"0.0.0.0:4222": {"0.0.0.0", 4222, false}, "192.168.1.10:0": {"192.168.1.10", -1, false}, "node-7:80": {"node-7", 80, false},
		"127.1.2.3:5": {"127.1.2.3", 5, true}, "[::]:5": {"::", 5, false},
	} {
		if got, err := parseListen(text); err != nil || got != want {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "4222", ":4222", "host:", "host:70000", "host:x", "[::1"} {
		if got, err := parseListen(text); err == nil {
			t.Errorf("%q is taken as %+v", text, got)
		}
	}
	b := newBench(t, func(s *tasks.Serving) { s.Listen = "0.0.0.0:0" })
	if b.c.state.Token == "" || !strings.HasPrefix(b.c.state.URL, "tls://") {
		t.Errorf("it listens on all addresses at %s, token %q", b.c.state.URL, b.c.state.Token)
	}
	b.close(true)
}
