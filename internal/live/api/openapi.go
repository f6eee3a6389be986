package api

import (
	_ "embed"
	"net/http"
)

// openapi describes the requests in the language of OpenAPI 3.1. A test holds the handlers to
// it.
//
//go:embed openapi.yaml
var openapi []byte

func description(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/yaml")
	_, _ = w.Write(openapi) // an error means that the client has gone
}
