package queue

import (
	"encoding/json"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"bellwether/internal/study/tasks"
)

// intruder connects as a worker does, and then sends anything.
func (b *bench) intruder() *nats.Conn {
	b.t.Helper()
	at, _, err := JetStream{}.At(b.o.Dir)
	if err != nil {
		b.t.Fatal(err)
	}
	nc, err := reach(b.t.Context(), at, 0, b.say, nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}))
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(nc.Close)
	return nc
}

// A worker that listens to all inboxes receives no answer to another worker, and none to the
// coordinator, which has its own inboxes.
func TestWorkerHearsNoAnswersInInboxes(t *testing.T) {
	b := newBench(t, nil)
	nc := b.intruder()
	overheard := make(chan *nats.Msg, 1000)
	if _, err := nc.ChanSubscribe("_INBOX.>", overheard); err != nil {
		t.Fatal(err)
	}
	nc.Flush()
	b.worker(t.Context(), "honest", handle)
	list := tasksOf(5)
	answers, _ := b.run(t.Context(), list...)
	check(t, list, answers)
	nc.Flush()
	orders := 0
	for len(overheard) > 0 {
		m := <-overheard
		if m.Header.Get(headOutcome) != "" {
			t.Fatalf("it hears %s", m.Subject)
		}
		orders++
	}
	if orders == 0 {
		t.Error("it hears nothing at all, so that the test shows nothing")
	}
	b.close(true)
}

// The coordinator replies only to inboxes: otherwise a client could make it publish where the
// client may not.
func TestStatusIsNoDeputy(t *testing.T) {
	b := newBench(t, nil)
	nc := b.intruder()
	j := b.c.state.Job
	if _, err := b.c.js.Publish(t.Context(), j.task(tasksOf(1)[0].ID), []byte("{}")); err != nil {
		t.Fatal(err)
	}
	for _, reply := range []string{"$JS.API.STREAM.PURGE." + j.tasks(), "$O." + j.bucket() + ".C.x", j.task(tasksOf(2)[1].ID)} {
		if err := nc.PublishRequest(statusOfAll, reply, nil); err != nil {
			t.Fatal(err)
		}
	}
	nc.Flush()
	if _, err := nc.Request(statusOfAll, nil, 5*time.Second); err != nil {
		t.Fatal(err) // the coordinator has answered the others
	}
	b.c.nc.Flush()
	for stream, want := range map[string]uint64{j.tasks(): 1, "OBJ_" + j.bucket(): 0} {
		s, err := b.c.js.Stream(t.Context(), stream)
		if err != nil {
			t.Fatal(err)
		}
		if n := s.CachedInfo().State; n.Msgs != want || n.LastSeq != want {
			t.Errorf("%s: %d messages, the last is the %d., want %d", stream, n.Msgs, n.LastSeq, want)
		}
	}
	b.close(true)
}

// A worker cannot end the job for others by a request to the server whose reply is the end.
func TestWorkerCannotEndTheJob(t *testing.T) {
	b := newBench(t, nil)
	nc := b.intruder()
	j := b.c.state.Job
	left := b.worker(t.Context(), "honest", handle)
	list := tasksOf(1)
	answers, _ := b.run(t.Context(), list...) // it works
	check(t, list, answers)
	heard, err := b.c.nc.SubscribeSync(j.end())
	if err != nil {
		t.Fatal(err)
	}
	b.c.nc.Flush()
	if err := nc.PublishRequest("$JS.API.STREAM.INFO."+j.tasks(), j.end(), nil); err != nil {
		t.Fatal(err)
	}
	if _, err := heard.NextMsg(5 * time.Second); err != nil {
		t.Fatal("the server does not reply there: ", err)
	}
	more := []*tasks.Task{task(7, "{}"), task(8, "{}")}
	answers, _ = b.run(t.Context(), more...)
	check(t, more, answers)
	select {
	case err := <-left:
		t.Errorf("it believes that the job has ended: %v", err)
	default:
	}
	b.close(true)
}

// A worker may make no consumer of contents: the server would deliver to any subject.
func TestWorkerMakesNoConsumers(t *testing.T) {
	b := newBench(t, nil)
	nc := b.intruder()
	j := b.c.state.Job
	stream := "OBJ_" + j.bucket()
	text, err := json.Marshal(map[string]any{"stream_name": stream, "config": map[string]any{"name": "x", "deliver_subject": j.end(),
		"deliver_policy": "all", "ack_policy": "none", "replay_policy": "instant", "headers_only": true}})
	if err != nil {
		t.Fatal(err)
	}
	if m, err := nc.Request("$JS.API.CONSUMER.CREATE."+stream+".x", text, 300*time.Millisecond); err == nil {
		t.Errorf("the server makes it: %s", m.Data)
	}
	b.close(true)
}

// The worker of --jobs in the coordinator's process leaves no directory behind.
func TestWorkerHereLeavesNothingBehind(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	b := newBench(t, func(s *tasks.Serving) { s.Here, s.Handlers = 1, map[tasks.Kind]tasks.Handler{tasks.Run: handle} })
	list := tasksOf(2)
	answers, _ := b.run(t.Context(), list...)
	check(t, list, answers)
	b.close(true)
	if left, err := filepath.Glob(filepath.Join(temp, "bellwether-*")); err != nil || len(left) > 0 {
		t.Errorf("%v is left, %v", left, err)
	}
}

// A server that listens on all addresses is announced by the machine's name, not by [::],
// which means the machine of the caller.
func TestListenEverywhereIsReachedByName(t *testing.T) {
	b := newBench(t, func(s *tasks.Serving) { s.Listen = "0.0.0.0:0" })
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	if join := b.c.Join(); !strings.HasPrefix(join, "--connect tls://"+host+":") {
		t.Errorf("workers are told %s", join)
	}
	b.worker(t.Context(), "by directory", handle)
	list := tasksOf(1)
	answers, _ := b.run(t.Context(), list...)
	check(t, list, answers)
	b.close(true)
}

// If the coordinator cannot listen at an address, it says so at once, with the reason.
func TestListenSaysWhyNot(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	for at, want := range map[string]string{taken.Addr().String(): "takes any free port", "192.0.2.1:4222": "must be an address of this machine"} {
		dir := t.TempDir()
		_, err := JetStream{}.Serve(t.Context(), tasks.Serving{Name: "x", Dir: dir, Listen: at, Program: made("v1"), Warn: func(string) {}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", at, err, want)
		}
		if left, _ := os.ReadDir(dir); len(left) > 0 {
			t.Errorf("%s: %v is left", at, left)
		}
	}
}

// A file of credentials that cannot be read is an error at once; it does not count as an
// absent server.
func TestCredentialsThatCannotBeRead(t *testing.T) {
	gone := filepath.Join(t.TempDir(), "gone")
	for flag, a := range map[string]tasks.Access{"--creds": {Creds: gone}, "--tls-ca": {CA: gone}, "--tls-cert": {Cert: gone, Key: gone}} {
		a.URLs = []string{"nats://127.0.0.1:1"}
		_, err := reach(t.Context(), a, 0, func(text string) { t.Errorf("%s: it says %s", flag, text) })
		if err == nil || !strings.HasPrefix(err.Error(), flag+": ") {
			t.Errorf("%s: %v", flag, err)
		}
	}
}

// A file without a certificate is an error at once.
func TestWhatCannotBeUsedIsSaidAtOnce(t *testing.T) {
	file := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := credentials(tasks.Access{CA: file}); err == nil || !strings.Contains(err.Error(), "has no certificate in PEM") {
		t.Errorf("an empty --tls-ca: %v", err)
	}
	if err := writable(t.TempDir()); err != nil {
		t.Error(err)
	}
	if err := writable(filepath.Join(t.TempDir(), "gone")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no directory: %v", err)
	}
}
