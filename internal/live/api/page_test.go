package api_test

import (
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bellwether/internal/live/agent"
	"bellwether/internal/viewer/web"
)

// The page and each file that it names are served, under a policy that lets it fetch nothing
// from elsewhere, and only for names of this machine.
func TestThePageIsServedWhole(t *testing.T) {
	t.Parallel()
	s := serve(t, "a")
	named := regexp.MustCompile(`(?:href|src)="([a-z]+\.(?:css|js))"|from '\./([a-z]+\.js)'`)
	kinds := map[string]string{"css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "/": "text/html; charset=utf-8"}
	var seen []string
	for open := []string{"/"}; len(open) > 0; {
		path := open[0]
		open = open[1:]
		if slices.Contains(seen, path) {
			continue
		}
		seen = append(seen, path)
		reply, text := s.request(t, http.MethodGet, path, "localhost")
		if reply.StatusCode != http.StatusOK {
			t.Errorf("%s: %s", path, reply.Status)
		}
		if got, want := reply.Header.Get("Content-Type"), kinds[path[strings.LastIndex(path, ".")+1:]]; got != want {
			t.Errorf("%s is %q, want %q", path, got, want)
		}
		policy := reply.Header.Get("Content-Security-Policy")
		for _, want := range []string{"default-src 'none'", "script-src 'self';", "connect-src 'self'", "form-action 'none'", "frame-ancestors 'none'"} {
			if !strings.Contains(policy, want) {
				t.Errorf("%s: the policy %q lacks %s", path, policy, want)
			}
		}
		if strings.Contains(policy, "unsafe") || reply.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %v", path, reply.Header)
		}
		for _, m := range named.FindAllStringSubmatch(text, -1) {
			open = append(open, "/"+m[1]+m[2])
		}
		if reply, _ := s.request(t, http.MethodGet, path, "evil.example"); reply.StatusCode != http.StatusMisdirectedRequest {
			t.Errorf("%s for a foreign name: %s", path, reply.Status)
		}
		if reply, _ := s.request(t, http.MethodPost, path, "localhost"); reply.StatusCode != http.StatusMethodNotAllowed {
			t.Errorf("POST %s: %s", path, reply.Status)
		}
	}
	if len(seen) < 8 {
		t.Errorf("the page consists of %q: too few", seen)
	}
	for _, path := range []string{"/index.html", "/cluster.html", "/app.js", "/api.go", "/v1"} {
		if reply, _ := s.request(t, http.MethodGet, path, "localhost"); reply.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %s", path, reply.Status)
		}
	}
}

// The page asks for nothing that needs the token, writes no markup, and has words for each event.
func TestThePageReadsAndNoMore(t *testing.T) {
	t.Parallel()
	var all strings.Builder
	for _, name := range []string{"cluster.js", "agentfeed.js", "agentwords.js", "star.js"} {
		text, err := web.Files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	asked := regexp.MustCompile(`v1/[a-z]+`).FindAllString(all.String(), -1)
	slices.Sort(asked)
	if got := slices.Compact(asked); !slices.Equal(got, []string{"v1/events", "v1/status"}) {
		t.Errorf("it asks for %q", got)
	}
	for _, bad := range []string{"innerHTML", "insertAdjacentHTML", "outerHTML", "document.write", "eval(", "method:", "Authorization"} {
		if strings.Contains(all.String(), bad) {
			t.Errorf("it has %s", bad)
		}
	}
	for _, kind := range agent.EventKinds() {
		if !regexp.MustCompile(`(?m)^  '?` + string(kind) + `'?: \{`).MatchString(all.String()) {
			t.Errorf("it has no words for %s", kind)
		}
	}
}

func (s *served) request(t *testing.T, method, path, host string) (*http.Response, string) {
	t.Helper()
	request, err := http.NewRequest(method, "http://"+s.remote+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Host = host
	reply, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	text, err := io.ReadAll(reply.Body)
	if err != nil {
		t.Fatal(err)
	}
	return reply, string(text)
}
