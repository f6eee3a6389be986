package api_test

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"testing"

	"bellwether/internal/live/api"
)

// A request that is open when the server ends is answered before Serve returns: the
// process may end then.
func TestOpenRequestsAreAnsweredBeforeTheEnd(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(t.Context())
	answered := make(chan struct{})
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		served := api.Serve(ctx, l, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			end()
			io.WriteString(w, "done")
			w.(http.Flusher).Flush()
			select {
			case <-ended: // only a Serve that does not wait ends here
				t.Error("Serve returns while a request is open")
			case <-answered:
			}
		}), slog.New(slog.DiscardHandler))
		if served != nil {
			t.Error(served)
		}
	}()
	reply, err := http.Get("http://" + l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	close(answered)
	if text, err := io.ReadAll(reply.Body); err != nil || string(text) != "done" {
		t.Errorf("%q, %v", text, err)
	}
	<-ended
}
