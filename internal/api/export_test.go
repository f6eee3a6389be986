package api

import "bellwether/internal/agent"

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
