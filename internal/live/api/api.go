package api

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	"bellwether/internal/live/agent"
	"bellwether/internal/live/hook"
	"bellwether/internal/live/keyring"
)

// A Keyring holds the keys of the gossip.
type Keyring interface {
	ListKeys() [][]byte // the primary first
	// Order takes a step of changing the key on every member. The error names the members that did
	// not follow. An order with the number 0 is not signed.
	Order(ctx context.Context, o keyring.Order, without []string) error
	// Holdings are the keys of each member.
	Holdings(ctx context.Context) ([]keyring.Holding, error)
	// TakeKeys replaces the keys of this agent alone.
	TakeKeys(keyring.Taking) error
}

// Options of an API.
type Options struct {
	Agent   *agent.Agent
	Cluster Cluster                  // nil: none of its requests is served
	Keyring Keyring                  // nil: the gossip is not encrypted
	Hooks   func() []hook.Counts     // of each lane; nil: no hooks
	Dropped func() map[string]uint64 // the network's own counts, by reason; nil: none
	Token   string                   // for orders over the network; empty: no orders over the network
	Hosts   []string                 // names of this machine in requests over the network, beside localhost; addresses are always taken
	Version string
}

const (
	// answerTime bounds the wait for the agent: it answers within a handler's time
	// unless its disk hangs.
	answerTime = 2 * time.Second
	// keyTime bounds a step of changing the key. Members that do not answer by then are
	// reported.
	keyTime = 20 * time.Second
	// leaveTime bounds a graceful leave asked for over HTTP: hand-over and goodbye.
	leaveTime = 2 * time.Minute
	// bodyLimit is more than any request needs: the longest is a key in base64.
	bodyLimit = 4 << 10
)

// An API serves an agent.
type API struct {
	o       Options
	metrics http.Handler
}

// New makes the API of an agent.
func New(o Options) *API {
	a := &API{o: o}
	a.metrics = a.newMetrics()
	return a
}

// An entrance is one of the two ways by which requests come: the network or the local socket.
type entrance struct {
	guard   func(http.HandlerFunc) http.HandlerFunc // of orders
	streams *streams
}

// Network serves clients on the network: they may read, also by a page in a browser, and with
// the token give orders.
func (a *API) Network() http.Handler {
	mux := a.handler(entrance{streams: newStreams(), guard: func(next http.HandlerFunc) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if err := a.authorise(r); err != nil {
				w.Header().Set("WWW-Authenticate", "Bearer")
				fail(w, http.StatusUnauthorized, err)
				return
			}
			next(w, r)
		}
	}})
	servePage(mux)
	return a.called(http.MaxBytesHandler(mux, bodyLimit))
}

// Local serves clients on the local socket: they may do everything.
func (a *API) Local() http.Handler {
	mux := a.handler(entrance{streams: newStreams(), guard: func(next http.HandlerFunc) http.HandlerFunc { return next }})
	return http.MaxBytesHandler(mux, bodyLimit)
}

func (a *API) authorise(r *http.Request) error {
	given, bearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	switch {
	case a.o.Token == "":
		return errors.New("this agent takes orders on its local socket only: it was given no token")
	case !bearer || subtle.ConstantTimeCompare([]byte(given), []byte(a.o.Token)) != 1:
		return errors.New("needs the token: Authorization: Bearer …")
	}
	return nil
}

// A route is a method, a path and what serves it.
type route struct {
	method, path string
	order        bool // needs the token or the local socket
	serve        http.Handler
}

// routes are all requests, in the order of openapi.yaml.
func (a *API) routes(from *streams) []route {
	read := func(path string, serve http.HandlerFunc) route { return route{http.MethodGet, path, false, serve} }
	order := func(path string, serve http.HandlerFunc) route { return route{http.MethodPost, path, true, serve} }
	return []route{
		read("/v1/leader", a.leader),
		read("/v1/members", a.members),
		read("/v1/status", a.status),
		read("/v1/events", func(w http.ResponseWriter, r *http.Request) { a.events(from, w, r) }),
		read("/v1/openapi.yaml", description),
		read("/livez", a.alive),
		read("/healthz", a.health),
		read("/readyz", a.ready),
		read("/metrics", a.metrics.ServeHTTP),
		order("/v1/elect", a.order(a.o.Agent.Elect)),
		order("/v1/resign", a.order(a.o.Agent.Resign)),
		order("/v1/resume", a.order(a.o.Agent.Resume)),
		order("/v1/leave", a.leave),
		order("/v1/tags", withBody(a, a.tags)),
		order("/v1/force-leave", withBody(a, a.forceLeave)),
		order("/v1/join", withBody(a, a.join)),
		order("/v1/event", withBody(a, a.tell)),
		{http.MethodGet, "/v1/reachability", true, http.HandlerFunc(a.reachability)},
		{http.MethodGet, "/v1/keys", true, http.HandlerFunc(a.keys)},
		{http.MethodGet, "/v1/keys/members", true, http.HandlerFunc(a.holdings)},
		order("/v1/keys/install", a.rotate(keyring.Install)),
		order("/v1/keys/use", a.rotate(keyring.Use)),
		order("/v1/keys/remove", a.rotate(keyring.Remove)),
		order("/v1/keys/take", a.takeKeys),
	}
}

func (a *API) handler(from entrance) *http.ServeMux {
	mux := http.NewServeMux()
	for _, r := range a.routes(from.streams) {
		serve := r.serve
		if r.order {
			serve = from.guard(serve.ServeHTTP)
		}
		mux.Handle(r.method+" "+r.path, serve)
	}
	return mux
}

// A Leader is the answer of /v1/leader. The key "name" is that of the leader-elector sidecar
// of Kubernetes.
type Leader struct {
	Name     string    `json:"name"` // "" if none is known
	ID       uint32    `json:"id"`
	Self     string    `json:"self"`
	IsLeader bool      `json:"is_leader"`
	Electing bool      `json:"electing"`
	Epoch    uint64    `json:"epoch"`
	Since    time.Time `json:"since"`
	// Fence is the leader's fencing token; 0: it has none.
	Fence uint64 `json:"fence"`
}

func leaderOf(s agent.Status) Leader {
	l := Leader{Self: s.Self.Name, Electing: s.Electing, Epoch: s.Epoch, Since: s.Since}
	if s.Leader != nil {
		l.Name, l.ID = s.Leader.Name, uint32(s.Leader.ID)
		l.IsLeader = s.Leader.ID == s.Self.ID
		if s.Majority != nil {
			l.Fence = s.Majority.Fence
		}
	}
	return l
}

func (a *API) leader(w http.ResponseWriter, r *http.Request) {
	if s, ok := a.ask(w, r); ok {
		answer(w, leaderOf(s))
	}
}

func (a *API) members(w http.ResponseWriter, r *http.Request) {
	if s, ok := a.ask(w, r); ok {
		answer(w, s.Members)
	}
}

func (a *API) status(w http.ResponseWriter, r *http.Request) {
	if s, ok := a.ask(w, r); ok {
		answer(w, s)
	}
}

// ask gets the status, or answers the request with an error.
func (a *API) ask(w http.ResponseWriter, r *http.Request) (agent.Status, bool) {
	ctx, cancel := context.WithTimeout(r.Context(), answerTime)
	defer cancel()
	s, err := a.o.Agent.Status(ctx)
	if err != nil {
		fail(w, http.StatusServiceUnavailable, err)
		return s, false
	}
	return s, true
}

// alive answers while the agent does. A new start helps an agent that hangs; it helps against neither a
// full disk nor members that refuse this one.
func (a *API) alive(w http.ResponseWriter, r *http.Request) {
	if s, ok := a.ask(w, r); ok {
		answer(w, map[string]string{"status": "ok", "phase": s.Phase})
	}
}

func (a *API) health(w http.ResponseWriter, r *http.Request) {
	s, ok := a.ask(w, r)
	if ok && !s.Healthy() {
		fail(w, http.StatusServiceUnavailable, errors.New(s.Phase))
	} else if ok {
		answer(w, map[string]string{"status": "ok", "phase": s.Phase})
	}
}

func (a *API) ready(w http.ResponseWriter, r *http.Request) {
	s, ok := a.ask(w, r)
	switch {
	case !ok:
	case s.LockedOut != "":
		fail(w, http.StatusServiceUnavailable, errors.New(s.LockedOut))
	case s.NobodyMay():
		fail(w, http.StatusServiceUnavailable, errors.New("no leader is known: no member that is alive may lead"))
	case s.Leader == nil:
		fail(w, http.StatusServiceUnavailable, errors.New("no leader is known"))
	default:
		answer(w, map[string]string{"status": "ok", "leader": s.Leader.Name})
	}
}

// order carries out an order without arguments.
func (a *API) order(do func(context.Context) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), answerTime)
		defer cancel()
		if err := do(ctx); err != nil {
			fail(w, http.StatusConflict, err)
			return
		}
		answer(w, map[string]string{"status": "ok"})
	}
}

func (a *API) leave(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), leaveTime)
	defer cancel()
	if err := a.o.Agent.Leave(ctx); err != nil {
		fail(w, http.StatusConflict, err)
		return
	}
	answer(w, map[string]string{"status": "left"})
}

func answer(w http.ResponseWriter, what any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_ = json.NewEncoder(w).Encode(what) // an error means that the client has gone
}

// A Fault is the answer to a request that failed.
type Fault struct {
	Error string `json:"error"`
}

func fail(w http.ResponseWriter, code int, err error) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	_ = json.NewEncoder(w).Encode(Fault{err.Error()})
}
