package viewer_test

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"bellwether/internal/viewer"
	"bellwether/internal/viewer/film"
	"bellwether/trace"
)

// hostile is a name that a browser must never run.
const hostile = `</script><img src=x onerror=alert(1)>`

func films(t *testing.T) []*film.Film {
	t.Helper()
	var b bytes.Buffer
	w := trace.NewWriter(&b, trace.WriterOptions{Scenario: hostile, Algorithm: hostile})
	for _, r := range []trace.Record{
		{Kind: trace.Boot, Node: 1, Value: 1}, {Kind: trace.Named, Node: 1, Peer: 1, Name: hostile}, {Kind: trace.State, Node: 1, Name: hostile, Value: 3},
		{At: 5, Kind: trace.Timer, Node: 1, Value: 2}, {At: 9, Kind: trace.End},
	} {
		w.Record(&r)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := film.Read(&b, film.Options{Name: "t"})
	if err != nil {
		t.Fatal(err)
	}
	return []*film.Film{f}
}

func ask(t *testing.T, h http.Handler, method, path, host string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(method, path, nil)
	if host != "" {
		r.Host = host
	} else {
		r.Host = "127.0.0.1:8000"
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

// The server answers only requests that read, and only for this machine; its policy lets the
// page load nothing from elsewhere.
func TestHandler(t *testing.T) {
	t.Parallel()
	h := viewer.Handler(films(t))
	for _, c := range []struct {
		method, path, host string
		want               int
	}{
		{"GET", "/", "", 200}, {"GET", "/", "localhost", 200}, {"GET", "/", "[::1]:80", 200}, {"GET", "/", "evil.example", 421}, {"GET", "/film/0/head", "evil.example:80", 421},
		{"GET", "/app.js", "", 200}, {"GET", "/style.css", "", 200}, {"GET", "/vendor/uPlot.iife.min.js", "", 200}, {"GET", "/nothing.js", "", 404}, {"GET", "/vendor", "", 404}, {"GET", "/..%2fview.go", "", 404},
		{"GET", "/film/0/head", "", 200}, {"GET", "/film/0/scene", "", 200}, {"GET", "/film/0/page/0", "", 200}, {"GET", "/film/0/page/1", "", 404}, {"GET", "/film/0/page/-1", "", 404},
		{"GET", "/film/1/head", "", 404}, {"GET", "/film/-1/scene", "", 404}, {"GET", "/film/x/page/0", "", 404}, {"POST", "/", "", 405}, {"DELETE", "/film/0/head", "", 405},
	} {
		reply := ask(t, h, c.method, c.path, c.host)
		if reply.StatusCode != c.want {
			t.Errorf("%s %s for %q: %d, want %d", c.method, c.path, c.host, reply.StatusCode, c.want)
		}
		if p := reply.Header.Get("Content-Security-Policy"); c.want != 421 && (!strings.HasPrefix(p, "default-src 'none'") || strings.Contains(p, "http")) {
			t.Errorf("%s has the policy %q", c.path, p)
		}
	}
	for path, kind := range map[string]string{"/app.js": "javascript", "/style.css": "text/css", "/": "text/html"} {
		if got := ask(t, h, "GET", path, "").Header.Get("Content-Type"); !strings.Contains(got, kind) {
			t.Errorf("%s is %q", path, got)
		}
	}
}

// A page of one file fetches nothing, runs only the scripts that its policy names, and
// contains no name of a trace as text.
func TestWritePage(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	if err := viewer.WritePage(&b, films(t)); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	for _, never := range []string{hostile, "import {", "\nexport ", `src="`, `rel="stylesheet"`, "http-equiv=\"refresh"} {
		if strings.Contains(page, never) {
			t.Errorf("the page has %q", never)
		}
	}
	for _, want := range []string{`data-embedded="yes"`, `data-films="1"`, `id="film-0-head"`, `id="film-0-scene"`, `id="film-0-page-0"`, "new App()", "Content-Security-Policy"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if n := strings.Count(page, "</body>"); n != 1 || !strings.HasSuffix(page, "</html>\n") {
		t.Errorf("the page ends %d times", n)
	}
	if err := viewer.WritePage(&limited{100_000}, films(t)); err == nil {
		t.Error("a full disk is no error")
	}
}

// limited is a writer that takes a limited number of bytes.
type limited struct{ left int }

func (l *limited) Write(b []byte) (int, error) {
	if l.left -= len(b); l.left < 0 {
		return 0, io.ErrShortWrite
	}
	return len(b), nil
}

// Modules become one script, so that no two may have a top-level name in common.
func TestModulesHaveNamesOfTheirOwn(t *testing.T) {
	t.Parallel()
	top := regexp.MustCompile(`(?m)^(?:export )?(?:async )?(?:const|let|class|function) ([A-Za-z_$]+)`)
	owner := map[string]string{}
	modules := viewer.Modules()
	if len(modules) < 10 || modules[len(modules)-1] != "app.js" {
		t.Fatalf("modules %q", modules)
	}
	for _, m := range modules {
		for _, name := range top.FindAllStringSubmatch(viewer.Asset(m), -1) {
			if other := owner[name[1]]; other != "" {
				t.Errorf("%s and %s both have %s", other, m, name[1])
			}
			owner[name[1]] = m
		}
	}
}
