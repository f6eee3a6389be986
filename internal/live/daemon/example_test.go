package daemon

import (
	"crypto/ed25519"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bellwether/internal/live/identity"
)

// example is docs/live/live.yaml with files of a directory in which those of operators and keys are.
func example(t *testing.T) (text, dir string) {
	t.Helper()
	b, err := os.ReadFile("../../../docs/live/live.yaml")
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	public, _, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"keys": NewKey(), "operators": identity.Entry{Name: "ada", Key: identity.Key(public)}.String() + "\n",
		"known-keys": "", "token": strings.Repeat("x", 32)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return strings.ReplaceAll(string(b), "/etc/bellwether", dir), dir
}

// setting is a line of the example with a setting, used or not.
var setting = regexp.MustCompile(`^(# )?([a-z_]+):( .*)?$`)

// The complete settings of the docs are ones that an agent starts with. They have every setting, those that are not in
// use may be used, and those that a reload changes are marked.
func TestTheExampleIsCompleteAndRuns(t *testing.T) {
	text, _ := example(t)
	s, err := Load(write(t, "live.yaml", text, 0o600), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if s.Lease == 0 || s.quorum() != 3 || len(s.hooks) != 2 || s.Admission == "" {
		t.Errorf("%+v", s)
	}
	var all, marked []string
	for line := range strings.Lines(text) {
		if m := setting.FindStringSubmatch(strings.TrimSuffix(line, "\n")); m != nil {
			all = append(all, m[2])
			if strings.Contains(m[3], "# (r)") {
				marked = append(marked, m[2])
			}
		}
	}
	var want []string
	for i := range reflect.TypeFor[Settings]().NumField() {
		if name := reflect.TypeFor[Settings]().Field(i).Tag.Get("yaml"); name != "" {
			want = append(want, name)
		}
	}
	for _, lists := range [][2][]string{{all, want}, {marked, slices.Clone(reloadable)}} {
		slices.Sort(lists[0])
		slices.Sort(lists[1])
		if !slices.Equal(lists[0], lists[1]) {
			t.Errorf("the example has %q, want %q", lists[0], lists[1])
		}
	}
	for block := range strings.SplitSeq(text, "\n\n") {
		if strings.Contains(block, "http_cert:") || strings.Contains(block, "radio:") {
			continue // certificates that nobody has, and what excludes a lease
		}
		var used []string
		for line := range strings.Lines(block) {
			if setting.MatchString(strings.TrimSuffix(line, "\n")) {
				line = strings.TrimPrefix(line, "# ")
			}
			used = append(used, line)
		}
		changed := strings.Replace(text, block, strings.Join(used, ""), 1)
		if _, err := Load(write(t, "live.yaml", changed, 0o600), nil, nil); err != nil {
			t.Errorf("with all of\n%s\n%v", block, err)
		}
	}
}
