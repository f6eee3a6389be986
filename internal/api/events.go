package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

const (
	// streamLimit bounds the event streams open at once: each costs a goroutine
	// and a connection.
	streamLimit = 64
	// heartbeat keeps proxies, which close idle connections after 30 or 60 s, from
	// closing a stream.
	heartbeat = 15 * time.Second
)

// events streams the agent's events as server-sent events. A reader that is too slow
// misses events, and sees that by their numbers; the agent never waits.
func (a *API) events(w http.ResponseWriter, r *http.Request) {
	select {
	case a.streams <- struct{}{}:
		defer func() { <-a.streams }()
	default:
		fail(w, http.StatusServiceUnavailable, errors.New("too many event streams"))
		return
	}
	seen, err := startOf(r)
	if err != nil {
		fail(w, http.StatusBadRequest, err)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	out := http.NewResponseController(w)
	_ = out.SetWriteDeadline(time.Time{}) // a stream lasts as long as its reader
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for {
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
			fmt.Fprint(w, ": still here\n\n")
		case <-r.Context().Done():
			return
		}
	}
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
