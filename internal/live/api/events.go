package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/netip"
	"strconv"
	"sync"
	"time"

	"bellwether/internal/live/connlimit"
)

const (
	// streamLimit bounds the event streams of an entrance open at once, and sourceLimit
	// the streams of one source on the network: each costs a goroutine and a connection.
	streamLimit = 64
	sourceLimit = 16
	// writeTime bounds a write to a reader that does not read. A link that is down for longer
	// has lost the connection anyway.
	writeTime = 10 * time.Second
	// heartbeat keeps proxies, which close idle connections after 30 or 60 s, from
	// closing a stream.
	heartbeat = 15 * time.Second
)

// events streams the agent's events as server-sent events. A reader that is too slow misses
// events, which a gap in their numbers shows; the agent never waits.
func (a *API) events(from *streams, w http.ResponseWriter, r *http.Request) {
	source := sourceOf(r)
	if err := from.open(source); err != nil {
		fail(w, http.StatusServiceUnavailable, err)
		return
	}
	defer from.close(source)
	seen, err := startOf(r)
	if err != nil {
		fail(w, http.StatusBadRequest, err)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	out := http.NewResponseController(w)
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for {
		_ = out.SetWriteDeadline(time.Now().Add(writeTime)) // a stream lasts as long as its reader reads
		events, more, done := a.o.Agent.Events().After(seen)
		for _, e := range events {
			text, err := json.Marshal(e)
			if err != nil {
				panic("api: an event cannot be written: " + err.Error())
			}
			fmt.Fprintf(w, "id: %d\nevent: %s\ndata: %s\n\n", e.Number, e.Kind, text)
			seen = e.Number
		}
		if out.Flush() != nil || done {
			return
		}
		select {
		case <-more:
		case <-beat.C:
			_ = out.SetWriteDeadline(time.Now().Add(writeTime))
			fmt.Fprint(w, ": still here\n\n")
		case <-r.Context().Done():
			return
		}
	}
}

// streams are the open event streams of an entrance. The local socket has a bound of its own,
// so that readers on the network never lock out local users.
type streams struct {
	mu       sync.Mutex
	all      int
	bySource map[netip.Prefix]int
}

func newStreams() *streams { return &streams{bySource: map[netip.Prefix]int{}} }

// open counts a stream of a source, see sourceOf.
func (s *streams) open(source netip.Prefix) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.all >= streamLimit:
		return fmt.Errorf("%d event streams are open, no more are served", s.all)
	case source.IsValid() && s.bySource[source] >= sourceLimit:
		return fmt.Errorf("%d event streams of %s are open, no more are served", s.bySource[source], source)
	}
	s.all++
	s.bySource[source]++
	return nil
}

func (s *streams) close(source netip.Prefix) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all--
	if s.bySource[source]--; s.bySource[source] == 0 {
		delete(s.bySource, source)
	}
}

// sourceOf is the source of a client on the network (see package connlimit), and zero on the local
// socket, whose clients have no address.
func sourceOf(r *http.Request) netip.Prefix {
	at, _ := netip.ParseAddrPort(r.RemoteAddr)
	return connlimit.Source(at.Addr())
}

// startOf is the number of the event after which the stream begins: the last that the
// reader has seen, or 0 for all that are kept.
func startOf(r *http.Request) (uint64, error) {
	text := r.Header.Get("Last-Event-ID")
	if text == "" {
		text = r.URL.Query().Get("after")
	}
	if text == "" {
		return 0, nil
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%q is not the number of an event", text)
	}
	return n, nil
}
