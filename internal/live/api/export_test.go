package api

import (
	"net/http"

	"bellwether/internal/live/agent"
)

// OpenAPI is the description.
var OpenAPI = openapi

// Routes are the requests that are answered, "GET /v1/leader", and "by token" if they need it.
func Routes() (all []string) {
	a := New(Options{Agent: &agent.Agent{}})
	for _, r := range a.routes(newStreams()) {
		line := r.method + " " + r.path
		if r.order {
			line += " by token"
		}
		all = append(all, line)
	}
	return all
}

// Streams is how many event streams an entrance opens for clients at these addresses.
func Streams(clients []string) (opened int) {
	s := newStreams()
	for _, at := range clients {
		if s.open(sourceOf(&http.Request{RemoteAddr: at})) == nil {
			opened++
		}
	}
	return opened
}
