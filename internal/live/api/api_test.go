package api_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bellwether/election"
	"bellwether/internal/live/agent"
	"bellwether/internal/live/api"
	"bellwether/internal/live/hook"
	"bellwether/internal/live/keyring"
	"bellwether/internal/testkit/livetest"
)

// served is two agents, a and b, and the API of one of them. b is the leader.
type served struct {
	a, b   *agent.Agent
	disk   *livetest.Disk
	local  *api.Client
	remote string // address
	socket string // path of the local one
	net    *livetest.Network
}

// A ring takes every key to install, and none to use.
type ring struct{ keys [][]byte }

func (r *ring) ListKeys() [][]byte { return r.keys }

func (r *ring) Order(_ context.Context, o keyring.Order, without []string) error {
	s := o.Step
	switch {
	case s.Verb == keyring.Use:
		return errors.New("not installed")
	case len(without) > 0:
		return fmt.Errorf("unknown: %s", without)
	case s.Verb == keyring.Install:
		r.keys = append(r.keys, s.Key)
	}
	return nil
}

func (r *ring) Holdings(context.Context) ([]keyring.Holding, error) {
	var own []keyring.Key
	for i, k := range r.keys {
		own = append(own, keyring.Key{Key: k, Order: uint64(i)})
	}
	return []keyring.Holding{{Member: "a", Answers: true, Keys: own}, {Member: "b"}}, nil
}

func (r *ring) TakeKeys(t keyring.Taking) error {
	if !t.Replace {
		return keyring.ErrForeign
	}
	r.keys = t.Keys
	return nil
}

func serve(t *testing.T, of string) *served {
	t.Helper()
	e := livetest.NewNetwork()
	o := agent.Options{Algorithm: agent.Algorithm{Algorithm: election.Vasudevan()}, Timing: agent.Local()}
	s := &served{disk: &livetest.Disk{Node: 98}, net: e}
	s.a = e.Start(t, "a", o)
	o.Offer, o.Storage = 7, s.disk
	s.b = e.Start(t, "b", o)
	agents := map[string]*agent.Agent{"a": s.a, "b": s.b}
	for deadline := time.Now().Add(30 * time.Second); livetest.Leader(t, s.a) != "b" || livetest.Leader(t, s.b) != "b"; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("b does not lead")
		}
	}
	served := api.New(api.Options{Agent: agents[of], Cluster: cluster{}, Keyring: &ring{[][]byte{[]byte("primary")}}, Token: "secret", Version: "v1", Hosts: []string{"gateway.example"},
		Hooks: func() []hook.Counts {
			return []hook.Counts{{Lane: hook.Leadership, Ran: 3, Failed: 1, Late: 2 * time.Second, Latest: 1500 * time.Millisecond}}
		}})
	socket := filepath.Join(t.TempDir(), "control.sock")
	l, err := api.ListenLocal(socket)
	if err != nil {
		t.Fatal(err)
	}
	n, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 2)
	go func() { ended <- api.Serve(ctx, l, served.Local(), slog.New(slog.DiscardHandler)) }()
	go func() { ended <- api.Serve(ctx, n, served.Network(), slog.New(slog.DiscardHandler)) }()
	t.Cleanup(func() {
		cancel()
		if err := errors.Join(<-ended, <-ended); err != nil {
			t.Error(err)
		}
		livetest.Stop(t, s.a, s.b)
	})
	s.local, s.remote, s.socket = api.Local(socket), n.Addr().String(), socket
	return s
}

func (s *served) get(t *testing.T, path string) (int, string) {
	t.Helper()
	reply, err := http.Get("http://" + s.remote + path)
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	text, err := io.ReadAll(reply.Body)
	if err != nil {
		t.Fatal(err)
	}
	return reply.StatusCode, string(text)
}

func TestReadersFindTheLeader(t *testing.T) {
	t.Parallel()
	s := serve(t, "a")
	code, text := s.get(t, "/v1/leader")
	var leader struct{ Name, Self string }
	if err := json.Unmarshal([]byte(text), &leader); err != nil || code != 200 {
		t.Fatalf("%d %s: %v", code, text, err)
	}
	if leader.Name != "b" || leader.Self != "a" || !strings.HasPrefix(text, `{"name":"b",`) {
		t.Errorf("got %s", text)
	}
	for path, want := range map[string]string{
		"/livez":      `"ok"`,
		"/healthz":    `"ok"`,
		"/readyz":     `"b"`,
		"/v1/members": `"leader":true`,
		"/v1/status":  `"algorithm":"vasudevan"`,
	} {
		if code, text := s.get(t, path); code != 200 || !strings.Contains(text, want) {
			t.Errorf("%s: %d %s", path, code, text)
		}
	}
	if code, _ := s.get(t, "/v1/nothing"); code != 404 {
		t.Errorf("an unknown path gives %d", code)
	}
}

func TestMetrics(t *testing.T) {
	t.Parallel()
	s := serve(t, "b")
	_, text := s.get(t, "/metrics")
	for _, want := range []string{
		"bellwether_is_leader 1\n", "bellwether_up 1\n", "bellwether_leader_known 1\n", "bellwether_capability 7\n",
		"\nbellwether_link_quality ", // below 1 where a busy machine is late with a hello
		`bellwether_members{state="alive"} 2`, "\ngo_goroutines ", "\nprocess_start_time_seconds ", `bellwether_messages_total{class="hello",direction="sent",kind="hello"}`,
		`bellwether_dropped_total{reason="malformed"} 0`, `bellwether_hooks_total{lane="leadership"} 3`,
		`bellwether_hook_failures_total{lane="leadership"} 1`, `bellwether_hook_lateness_seconds_total{lane="leadership"} 2`,
		`bellwether_hook_lateness_seconds_max{lane="leadership"} 1.5`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	livetest.Stop(t, s.b)
	if _, text := s.get(t, "/metrics"); !strings.Contains(text, "bellwether_is_leader 0\n") || !strings.Contains(text, "bellwether_up 0\n") {
		t.Errorf("after the end:\n%s", text)
	}
	for _, path := range []string{"/healthz", "/livez"} {
		if code, _ := s.get(t, path); code != 503 {
			t.Errorf("after the end %s is %d", path, code)
		}
	}
}

// Orders over the network need the token; orders over the local socket do not.
func TestOrders(t *testing.T) {
	t.Parallel()
	s := serve(t, "b")
	post := func(token, path, body string) int {
		request, err := http.NewRequest(http.MethodPost, "http://"+s.remote+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		if token != "" {
			request.Header.Set("Authorization", token)
		}
		reply, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		reply.Body.Close()
		return reply.StatusCode
	}
	for token, want := range map[string]int{"": 401, "Bearer": 401, "Bearer ": 401, "Bearer secre": 401, "secret": 401, "Bearer secret": 200} {
		if got := post(token, "/v1/resign", ""); got != want {
			t.Errorf("with %q: %d, want %d", token, got, want)
		}
	}
	if code, _ := s.get(t, "/v1/keys"); code != 401 {
		t.Errorf("keys without token: %d", code)
	}
	for body, want := range map[string]int{`{"key":"dGhlIHNlY29uZCBvZiAxNg=="}`: 200, `{"key":7}`: 400, `no`: 400, strings.Repeat("x", 1<<20): 400} {
		if got := post("Bearer secret", "/v1/keys/install", body); got != want {
			t.Errorf("key %.20s: %d, want %d", body, got, want)
		}
	}
	if got := post("Bearer secret", "/v1/keys/use", `{"key":"dGhlIHNlY29uZCBvZiAxNg=="}`); got != 409 {
		t.Errorf("a refused key: %d", got)
	}
	ctx := t.Context()
	status, err := s.local.Status(ctx)
	if err != nil || !status.Resigned {
		t.Errorf("resigned %v, %v", status.Resigned, err)
	}
	if keys, err := s.local.Keys(ctx); err != nil || len(keys) != 2 || string(keys[1]) != "the second of 16" {
		t.Errorf("keys %q, %v", keys, err)
	}
	if err := s.local.Rotate(ctx, keyring.Step{Verb: keyring.Remove, Key: []byte("the second of 16")}, []string{"gamma"}); err == nil || !strings.Contains(err.Error(), "gamma") {
		t.Errorf("without a member: %v", err)
	}
	third := keyring.Taking{Keys: [][]byte{[]byte("the third key 16")}}
	if err := s.local.TakeKeys(ctx, third); err == nil || !strings.Contains(err.Error(), keyring.ErrForeign.Error()) {
		t.Errorf("foreign keys: %v", err)
	}
	third.Replace = true
	if err := s.local.TakeKeys(ctx, third); err != nil {
		t.Error(err)
	}
	if all, err := s.local.Holdings(ctx); err != nil || len(all) != 2 || all[1].Answers || len(all[0].Keys) != 1 || string(all[0].Keys[0].Key) != "the third key 16" {
		t.Errorf("holdings %+v, %v", all, err)
	}
	for _, verb := range []string{"resume", "elect", "leave"} {
		if err := s.local.Order(ctx, verb); err != nil {
			t.Errorf("%s: %v", verb, err)
		}
	}
	if err := s.b.Err(); err != nil {
		t.Errorf("it left with %v", err)
	}
	if err := s.local.Order(ctx, "resign"); err == nil || !strings.Contains(err.Error(), "ended") {
		t.Errorf("an order to one that has left: %v", err)
	}
	if err := api.Remote(api.Server{Address: s.remote, Token: "wrong"}).Order(ctx, "resign"); err == nil || !strings.Contains(err.Error(), "token") {
		t.Errorf("a wrong token: %v", err)
	}
}

// A full disk makes an agent unhealthy and not ready.
func TestHealth(t *testing.T) {
	t.Parallel()
	s := serve(t, "b")
	s.disk.Full.Store(true)
	if err := s.b.Elect(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/healthz", "/readyz"} {
		if code, text := s.get(t, path); code != 503 {
			t.Errorf("%s with a full disk: %d %s", path, code, text)
		}
	}
	if code, text := s.get(t, "/livez"); code != 200 {
		t.Errorf("/livez with a full disk, against which no new start helps: %d %s", code, text)
	}
}

// An agent that is locked out is not ready, though it leads itself: it says why. It is alive, since
// another start does not help.
func TestReadinessOfAnAgentThatIsLockedOut(t *testing.T) {
	t.Parallel()
	s := serve(t, "b")
	for _, want := range []struct {
		lockedOut string
		ready     int
	}{{"beta has another key", 503}, {"", 200}} {
		s.net.LockOut("b", want.lockedOut)
		if code, text := s.get(t, "/readyz"); code != want.ready || !strings.Contains(text, want.lockedOut) {
			t.Errorf("%q: /readyz %d %s", want.lockedOut, code, text)
		}
		if code, text := s.get(t, "/healthz"); code != 200 {
			t.Errorf("%q: /healthz %d %s", want.lockedOut, code, text)
		}
	}
}

// Events stream as they happen, and resume after the last event that a reader has seen.
func TestEvents(t *testing.T) {
	t.Parallel()
	s := serve(t, "b")
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var kinds []agent.EventKind
	err := s.local.Events(ctx, func(e agent.Event) error {
		kinds = append(kinds, e.Kind)
		switch {
		case e.Kind == agent.LeaderGained && len(kinds) < 20:
			return s.b.Resign(ctx)
		case e.Kind == agent.LeaderLost:
			return io.EOF
		}
		return nil
	})
	if !errors.Is(err, io.EOF) {
		t.Fatalf("%v after %v", err, kinds)
	}
	request, err := http.NewRequest(http.MethodGet, "http://"+s.remote+"/v1/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	last := s.b.Events().Last()
	request.Header.Set("Last-Event-ID", "1")
	go func() {
		time.Sleep(100 * time.Millisecond)
		livetest.Stop(t, s.b)
	}()
	reply, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	text, err := io.ReadAll(reply.Body) // the stream ends with the agent
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(string(text), "id: 2\nevent: ") || strings.Count(string(text), "\ndata: {") < int(last)-1 {
		t.Errorf("resumed after event 1 of %d:\n%s", last, text)
	}
	if code, _ := s.get(t, "/v1/events?after=x"); code != 400 {
		t.Errorf("after=x gives %d", code)
	}
}

func TestALocalSocketInUse(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "s")
	first, err := api.ListenLocal(socket)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(socket); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if _, err := api.ListenLocal(socket); err == nil || !strings.Contains(err.Error(), "answers") {
		t.Errorf("a second one: %v", err)
	}
	first.Close()
	if err := os.WriteFile(socket, nil, 0o600); err != nil {
		t.Fatal(err) // the socket that a killed agent leaves
	}
	again, err := api.ListenLocal(socket)
	if err != nil {
		t.Fatal(err)
	}
	again.Close()
	if _, err := api.Local(socket).Status(t.Context()); !errors.Is(err, api.ErrNobody) || err.Error() != "no agent listens at "+socket {
		t.Errorf("nobody there: %v", err)
	}
}
