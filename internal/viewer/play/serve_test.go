package play

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const smallWorld = "nodes: 4\nduration: 5s\nwarmup: 0s\nruns: 1\nradio: {model: graph, topology: ring}\nalgorithms: [bully]\n"

// asks sends a request to a player.
func asks(t *testing.T, p *Player, method, path, body string, head ...string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequest(method, "http://localhost:8000"+path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(head); i += 2 {
		r.Header.Set(head[i], head[i+1])
	}
	w := httptest.NewRecorder()
	p.Handler().ServeHTTP(w, r)
	return w
}

// Only the page itself can do actions, and an error of an action names no file.
func TestRequests(t *testing.T) {
	p, err := Alone("small", []byte(smallWorld))
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	crash := func(more string) string { return `{"revision":1,"action":{"kind":"crash","node":1` + more + `}}` }
	for name, c := range map[string]struct {
		path, body string
		head       []string
		code       int
		says       string
	}{
		"another site":     {"/play/do", crash(""), []string{"Origin", "http://evil.example"}, 400, "another page asks"},
		"a form":           {"/play/do", crash(""), []string{"Content-Type", "text/plain"}, 400, "Content-Type"},
		"an older page":    {"/play/do", `{"revision":0,"action":{"kind":"crash","node":1}}`, nil, 409, "another window"},
		"no such action":   {"/play/do", `{"revision":1,"action":{"kind":"burn"}}`, nil, 400, `nothing is called "burn"`},
		"no such node":     {"/play/do", `{"revision":1,"action":{"kind":"crash","node":9}}`, nil, 400, "there is no node 9: nodes are 1 to 4\n"},
		"after the end":    {"/play/do", crash(`,"at_ns":5000000000`), nil, 400, "the run lasts from 0s to 5s"},
		"backwards":        {"/play/do", crash(`,"for_ns":-1`), nil, 400, "nothing lasts for -1ns"},
		"an unknown field": {"/play/do", crash(`,"nod":1`), nil, 400, "unknown field"},
		"nothing to undo":  {"/play/undo", `{"revision":1}`, nil, 400, "nothing was done"},
		"nothing to redo":  {"/play/redo", `{"revision":1}`, nil, 400, "nothing was undone"},
		"no such world":    {"/play/begin", `{"revision":1,"scenario":"/etc/passwd"}`, nil, 400, "not one of the worlds"},
		"what nobody holds": {"/play/do", `{"revision":1,"action":{"kind":"mend","node":1,"peer":2}}`, nil, 400,
			"the link 1–2 is not held: nothing is to be ended"},
	} {
		if w := asks(t, p, http.MethodPost, c.path, c.body, c.head...); w.Code != c.code || !strings.Contains(w.Body.String(), c.says) {
			t.Errorf("%s: %d %s, want %d %s", name, w.Code, w.Body, c.code, c.says)
		}
	}
	w := asks(t, p, http.MethodPost, "/play/do", crash(`,"at_ns":1000000000`), "Origin", "http://localhost:8000")
	var st State
	if err := json.Unmarshal(w.Body.Bytes(), &st); err != nil || st.Revision != 2 || len(st.Actions) != 1 || st.Actions[0].Say != "node 1 crashes" {
		t.Fatalf("%d %s: %v", w.Code, w.Body, err)
	}
	if _, err := p.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(asks(t, p, http.MethodGet, "/play/state", "").Body.Bytes(), &st); err != nil || !st.Whole || st.Hash == "" {
		t.Errorf("%+v: %v", st, err)
	}
	if w := asks(t, p, http.MethodGet, "/play/session.yaml", ""); !strings.Contains(w.Body.String(), "{at: 1s, crash: [1]}") {
		t.Errorf("the session is\n%s", w.Body)
	}
	if w := asks(t, p, http.MethodPost, "/play/begin", `{"revision":2,"scenario":"small","algorithm":"omega","seed":7}`); w.Code != 200 || !strings.Contains(w.Body.String(), `"seed":7,"actions":[]`) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// A base file that another program changes is refused: otherwise the session would describe a
// world that was never shown.
func TestAChangedBaseIsTold(t *testing.T) {
	name := filepath.Join(t.TempDir(), "world.yaml")
	if err := os.WriteFile(name, []byte(smallWorld), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Begin(Base{Scenario: name})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Do(Action{Kind: "crash", Node: 1, AtNs: 1e9}); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(name, time.Now(), time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if err := s.Do(Action{Kind: "crash", Node: 2, AtNs: 2e9}); err == nil || !strings.Contains(err.Error(), "has changed since the session began") || len(s.actions) != 1 {
		t.Errorf("%v, %d actions", err, len(s.actions))
	}
}
