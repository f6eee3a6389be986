package cli

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bellwether/internal/live/agent"
	"bellwether/internal/live/api"
	"bellwether/internal/live/daemon"
	"bellwether/internal/live/keyring"
)

// replies answers requests like an agent, alpha, with one other member, beta.
type replies struct {
	rotated bool          // whether a step is taken before it fails
	keys    []keyring.Key // of both
	asked   []string      // the orders
}

func (a *replies) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodPost {
		a.asked = append(a.asked, r.URL.Path)
	}
	var what any
	switch r.URL.Path {
	case "/v1/keys/members":
		what = []keyring.Holding{{Member: "alpha", Answers: true, Keys: a.keys}, {Member: "beta", Answers: true, Keys: a.keys[:1]}}
	case "/v1/status":
		self := agent.Node{Name: "alpha", ID: 1}
		what = agent.Status{Self: self, Members: []agent.MemberStatus{{Node: self, Tags: map[string]string{"role": "gateway"}}}}
	case "/v1/tags":
		what = map[string]string{}
	default:
		if a.rotated {
			a.keys = append(a.keys, keyring.Key{Key: bytes.Repeat([]byte{9}, 16), Order: 7})
		}
		w.WriteHeader(http.StatusConflict)
		what = api.Fault{Error: "the disk is full"}
	}
	json.NewEncoder(w).Encode(what)
}

// asks runs a command against an agent, and returns its exit code and what it says.
func asks(t *testing.T, a *replies, command ...string) (int, string) {
	t.Helper()
	s := httptest.NewServer(a)
	defer s.Close()
	var out, said bytes.Buffer
	code := run(append(command, "--http", strings.TrimPrefix(s.URL, "http://")), &out, &said)
	return code, said.String()
}

// A change that cannot begin is refused before any step, and says that nothing was changed. Only
// one that was begun can be resumed or taken back.
func TestAChangeThatDidNotBeginSaysSo(t *testing.T) {
	own := []keyring.Key{{Key: bytes.Repeat([]byte{1}, 16)}}
	begun := append(slices.Clone(own), keyring.Key{Key: bytes.Repeat([]byte{2}, 16), Order: 3})
	for _, c := range []struct {
		agent   replies
		command string
		want    string
		steps   int
	}{
		{replies{keys: own}, "rotate --without nobody", "--without nobody: no member that could take part has this name, so nothing was changed: ", 0},
		{replies{keys: own}, "rotate --without beta,alpha", "--without alpha: it is the agent that was asked, so nothing was changed: ", 0},
		{replies{keys: begun}, "resume --without nobody", "--without nobody: ", 0},
		{replies{keys: begun}, "undo --without alpha", "--without alpha: ", 0},
		{replies{keys: own}, "rotate", "the disk is full; nothing was changed", 1},
		{replies{keys: own, rotated: true}, "rotate", `the disk is full; no member is cut off: "live keys status"`, 1},
		{replies{keys: begun}, "undo", `the disk is full; no member is cut off: "live keys status"`, 1},
	} {
		code, said := asks(t, &c.agent, append([]string{"live", "keys"}, strings.Fields(c.command)...)...)
		advised := strings.Contains(said, "live keys resume")
		if code != exitFailed || !strings.Contains(said, c.want) || len(c.agent.asked) != c.steps || advised != strings.Contains(c.want, "cut off") {
			t.Errorf("%s: exit code %d after %v, %s, want %q", c.command, code, c.agent.asked, said, c.want)
		}
	}
}

// A key that nobody drew is refused before the agent is asked, but can be removed.
func TestAKeyThatNobodyDrewIsRefused(t *testing.T) {
	weak := base64.StdEncoding.EncodeToString(make([]byte, 32))
	file := filepath.Join(t.TempDir(), "keys")
	if err := os.WriteFile(file, []byte(daemon.NewKey()+"\n"+weak), 0o600); err != nil {
		t.Fatal(err)
	}
	for command, refused := range map[string]bool{"install " + weak: true, "take " + file: true, "remove " + weak: false} {
		var a replies
		_, said := asks(t, &a, append([]string{"live", "keys"}, strings.Fields(command)...)...)
		if strings.Contains(said, "must be drawn at random") != refused || len(a.asked) > 0 == refused {
			t.Errorf("%s: %v, %s", command, a.asked, said)
		}
	}
}

// A tag that is not there is named; a regular expression is shown as the user wrote it.
func TestTagsThatAreNotThere(t *testing.T) {
	for name, want := range map[string]string{"nope": "there is no tag nope to remove\n", "role": ""} {
		if code, said := asks(t, new(replies), "live", "tags", "--remove", name); code != exitDone || said != want {
			t.Errorf("%s: exit code %d, %q", name, code, said)
		}
	}
	for _, flag := range []string{"--tag=role=(", "--member=("} {
		if code, said := asks(t, new(replies), "live", "members", flag); code == exitDone || !strings.HasSuffix(said, "missing closing ): `(`\n") {
			t.Errorf("%s: exit code %d, %q", flag, code, said)
		}
	}
}
