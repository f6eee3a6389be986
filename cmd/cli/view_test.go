package cli

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A page never takes the place of its trace, and is served to this machine alone.
func TestViewRefuses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "run.ndjson")
	if err := os.WriteFile(file, []byte("{}"), 0o644); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "link.html")
	if err := os.Symlink(file, link); err != nil {
		t.Fatal(err)
	}
	bare := filepath.Join(dir, "bare.ndjson")
	if err := os.WriteFile(bare, []byte(`{"trace":"bellwether","version":1}`+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	story := filepath.Join(dir, "s.story")
	if err := os.WriteFile(story, []byte("nodes flood-max\nA 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for command, want := range map[string]string{
		"view " + bare + " --out " + file + ".html":                                      bare + " has no record of a node",
		"view " + story + " --out " + dir:                                                "is a directory",
		"view " + story + " --no-open --listen " + taken.Addr().String():                 "another program serves there",
		"play --no-open --listen " + taken.Addr().String() + " --out " + dir + "/p.yaml": "another program serves there",
		"view " + file + " --out " + file:                                                "is the file that is read",
		"view " + file + " --out " + link:                                                "is the file that is read",
		"view " + file + " --out=":                                                       "--out has no name",
		"view " + file + " --listen 0.0.0.0:0":                                           "not of this machine alone",
		"view " + file + " --listen [::]:0":                                              "not of this machine alone",
		"view " + file + " --listen 192.0.2.1:80":                                        "not of this machine alone",
		"view " + file + " --listen :8000":                                               "not of this machine alone",
		"view " + file + " --listen example.com:8000":                                    "not of this machine alone",
		"view " + file + " --listen 99999":                                               "is no address",
	} {
		var out, said strings.Builder
		code := (&App{Stdout: &out, Stderr: &said}).Main(t.Context(), strings.Fields(command))
		if code == 0 || !strings.Contains(said.String(), want) {
			t.Errorf("%s: exit code %d, %q, want %q", command, code, said.String(), want)
		}
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "{}" {
		t.Errorf("the trace is now %q, %v", text, err)
	}
}
