package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	validator "github.com/santhosh-tekuri/jsonschema/v6"

	"bellwether/internal/live/agent"
	"bellwether/internal/live/api"
)

// described is what openapi.yaml says.
func described(t *testing.T) (document map[string]any, schema func(pointer string) *validator.Schema) {
	t.Helper()
	text, err := yaml.YAMLToJSON(api.OpenAPI)
	if err != nil {
		t.Fatal(err)
	}
	read, err := validator.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := validator.NewCompiler()
	c.DefaultDraft(validator.Draft2020)
	c.AssertFormat()
	if err := c.AddResource("openapi.json", read); err != nil {
		t.Fatal(err)
	}
	return read.(map[string]any), func(pointer string) *validator.Schema {
		s, err := c.Compile("openapi.json#" + pointer)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
}

func under(document any, keys ...string) any {
	for _, k := range keys {
		of, _ := document.(map[string]any)
		document = of[k]
	}
	return document
}

// What is described is what is served, with the same need of a token.
func TestOpenAPIHasTheRoutes(t *testing.T) {
	document, _ := described(t)
	var told []string
	for path, methods := range under(document, "paths").(map[string]any) {
		for method, operation := range methods.(map[string]any) {
			line := strings.ToUpper(method) + " " + path
			if under(operation, "security") != nil {
				line += " by token"
			}
			told = append(told, line)
		}
	}
	served := api.Routes()
	slices.Sort(told)
	slices.Sort(served)
	if !slices.Equal(told, served) {
		t.Errorf("described\n%s\nserved\n%s", strings.Join(told, "\n"), strings.Join(served, "\n"))
	}
}

// Each answer has the form of its schema, both of requests that succeed and that fail.
func TestAnswersAreAsDescribed(t *testing.T) {
	t.Parallel()
	document, schema := described(t)
	s := serve(t, "b")
	ask := func(method, path, token, body string) {
		t.Helper()
		request, err := http.NewRequest(method, "http://"+s.remote+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		if token != "" {
			request.Header.Set("Authorization", "Bearer "+token)
		}
		reply, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer reply.Body.Close()
		code := strconv.Itoa(reply.StatusCode)
		ref, _ := under(document, "paths", path, strings.ToLower(method), "responses", code, "$ref").(string)
		if ref == "" {
			t.Errorf("%s %s answers %s, which is not described", method, path, code)
			return
		}
		got, err := validator.UnmarshalJSON(reply.Body)
		if err != nil {
			t.Fatalf("%s %s: %v", method, path, err)
		}
		if err := schema(strings.TrimPrefix(ref, "#") + "/content/application~1json/schema").Validate(got); err != nil {
			t.Errorf("%s %s: %v", method, path, err)
		}
	}
	for _, path := range []string{"/v1/leader", "/v1/members", "/v1/status", "/healthz", "/readyz", "/v1/keys", "/v1/keys/members"} {
		ask(http.MethodGet, path, "secret", "")
	}
	ask(http.MethodGet, "/v1/keys", "", "")
	ask(http.MethodPost, "/v1/resign", "", "")
	ask(http.MethodPost, "/v1/keys/use", "secret", `{"key":"dGhlIHNlY29uZCBvZiAxNg=="}`)
	ask(http.MethodPost, "/v1/keys/install", "secret", "no")
	ask(http.MethodPost, "/v1/keys/take", "secret", `{"keys":["dGhlIHNlY29uZCBvZiAxNg=="]}`)
	ask(http.MethodPost, "/v1/keys/take", "secret", `{}`)
	for _, path := range []string{"/v1/elect", "/v1/resign", "/v1/resume"} {
		ask(http.MethodPost, path, "secret", "")
	}
	ask(http.MethodGet, "/v1/reachability", "secret", "")
	for path, bodies := range map[string][]string{
		"/v1/tags":        {`{"set":{"role":"gateway"},"remove":["zone"]}`, `{"add":{}}`, `no`},
		"/v1/force-leave": {`{"name":"c","prune":true}`, `{"name":"nobody"}`},
		"/v1/join":        {`{"addresses":["10.0.0.1","10.0.0.2"]}`, `{"addresses":[]}`},
		"/v1/event":       {`{"name":"deploy","payload":"v1"}`, `{"name":"a b"}`},
	} {
		ask(http.MethodPost, path, "", bodies[0])
		for _, body := range bodies {
			ask(http.MethodPost, path, "secret", body)
		}
	}
	event := schema("/components/schemas/Event")
	_ = s.local.Events(t.Context(), func(e agent.Event) error {
		text, err := json.Marshal(e)
		if err != nil {
			return err
		}
		got, err := validator.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			return err
		}
		if err := event.Validate(got); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if e.Number == s.b.Events().Last() {
			return context.Canceled
		}
		return nil
	})
	ask(http.MethodPost, "/v1/leave", "secret", "")
	ask(http.MethodGet, "/v1/leader", "", "")
}
