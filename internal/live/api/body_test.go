package api_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"bellwether/internal/live/api"
)

// A body that is not as described is refused with 400 by every order that has one, before
// anything is done, and the error speaks of its fields.
func TestBodiesAreReadStrictly(t *testing.T) {
	t.Parallel()
	s := serve(t, "b")
	const key = `"dGhlIHNlY29uZCBvZiAxNg=="`
	refused := func(path, body, want string) {
		t.Helper()
		request, err := http.NewRequest(http.MethodPost, "http://"+s.remote+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Authorization", "Bearer secret")
		reply, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer reply.Body.Close()
		text, _ := io.ReadAll(reply.Body)
		var f api.Fault
		if json.Unmarshal(text, &f) != nil || reply.StatusCode != http.StatusBadRequest || !strings.Contains(f.Error, want) {
			t.Errorf("%s %.80s: %d, %s, want 400 with %q", path, body, reply.StatusCode, text, want)
		}
		for _, inner := range []string{"Go struct", "type api", "uint8"} {
			if strings.Contains(f.Error, inner) {
				t.Errorf("%s %.80s: %s", path, body, f.Error)
			}
		}
	}
	for path, sound := range map[string]string{
		"/v1/tags": `{"set":{"a":"b"}}`, "/v1/force-leave": `{"name":"c"}`, "/v1/join": `{"addresses":["10.0.0.1"]}`, "/v1/event": `{"name":"deploy"}`,
		"/v1/keys/install": `{"key":` + key + `}`, "/v1/keys/use": `{"key":` + key + `}`, "/v1/keys/remove": `{"key":` + key + `}`, "/v1/keys/take": `{"keys":[` + key + `]}`,
	} {
		refused(path, "null", "it must be a JSON object")
		refused(path, "", "it must be a JSON object")
		refused(path, "[]", "it must be a JSON object")
		refused(path, sound+"{}", "something follows")
		refused(path, sound[:len(sound)-1], "it ends too early")
		refused(path, sound[:len(sound)-1]+`,"nobody":1}`, `unknown field "nobody"`)
		refused(path, strings.Repeat(" ", 1<<20), "too large")
	}
	refused("/v1/tags", `{"remove":7}`, `"remove" must be no number`)
	refused("/v1/event", `{"name":true}`, `"name" must be no bool`)
	for _, path := range []string{"/v1/keys/install", "/v1/keys/use", "/v1/keys/remove"} {
		refused(path, `{"key":7}`, `"key" must be no number`)
		refused(path, `{"key":"?"}`, "a key must be in base64")
		refused(path, `{"key":"c2Vjb25k"}`, "a key has 16, 24 or 32 bytes, this one has 6")
		refused(path, `{}`, "this one has 0")
	}
	refused("/v1/keys/install", `{"key":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}`, "drawn at random")
	refused("/v1/keys/take", `{"keys":[`+key+`,"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="]}`, "take key 2: a key must be drawn at random")
	refused("/v1/keys/take", `{}`, "there are none")
	if keys, err := s.local.Keys(t.Context()); err != nil || len(keys) != 1 || string(keys[0]) != "primary" {
		t.Errorf("keys %q, %v", keys, err)
	}
}
