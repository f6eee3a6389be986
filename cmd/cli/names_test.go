package cli

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// packages returns the names of all packages of this module.
func packages(t *testing.T) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".git")) {
			return filepath.SkipDir
		}
		if !d.IsDir() && strings.HasSuffix(path, ".go") {
			names = append(names, regexp.QuoteMeta(filepath.Base(filepath.Dir(path))))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// An error names the fault of the command, not the package that found it.
func TestErrorsNameNoPackages(t *testing.T) {
	names := packages(t)
	if !slices.Contains(names, "campaign") || !slices.Contains(names, "measure") || len(names) < 60 {
		t.Fatalf("some packages are missing: %v", names)
	}
	named := regexp.MustCompile(`(^|: )(` + strings.Join(names, "|") + `): `)
	here := t.TempDir()
	for name, text := range map[string]string{
		"plan.yaml": "schema: 2\nscenario: ten-nodes\naxes: {nodes: [1, two]}\n", "empty.yaml": "", "bad.csv": "id,x\n1,NaN\n",
		"bad.contacts": "1 2 9 3\n", "bad.ndjson": "{\n", "bad.story": "fly 1\n", "good.yaml": "nodes: 3\nduration: 10s\nruns: 1\nalgorithms: [bully]\n",
		"holds/index.json": "{", "run/runs.ndjson": "{}\n", "study/vkt04.json": "hello", "cluster.key": "short",
		"contacts.yaml": "radio: {medium: contacts, file: bad.contacts}\n", "shared.yaml": "schema: 2\nscenario: nowhere.yaml\n",
	} {
		file := filepath.Join(here, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(here)
	for _, command := range badCommands {
		var stdout, stderr bytes.Buffer
		app := &App{Stdout: &stdout, Stderr: &stderr}
		if code := app.Main(t.Context(), strings.Fields(command)); code == exitDone {
			t.Errorf("%s: succeeds", command)
		}
		told, begins := strings.CutPrefix(stderr.String(), "bellwether: ")
		if !begins {
			t.Errorf("%s: %q does not begin with the program's name", command, stderr.String())
		}
		for line := range strings.Lines(told) {
			if name := named.FindString(line); name != "" {
				t.Errorf("%s: names %q: %s", command, name, line)
			}
		}
	}
}

// badCommands fail, each in another package.
var badCommands = strings.Split(strings.TrimSpace(`
run
run none.yaml
run empty.yaml
run ten-nodes --jobs 0
run ten-nodes --versus nobody
run ten-nodes --columns speed
run ten-nodes --format xml
run ten-nodes --memory much
run ten-nodes --trace nowhere/t.ndjson
run ten-nodes --out plan.yaml
run good.yaml --out holds
run contacts.yaml
scenarios show none
scenarios check empty.yaml
scenarios describe none
algorithms none
metrics nosuch
sweep none.yaml
sweep plan.yaml
sweep plan.yaml --out swept
sweep shared.yaml --out swept
sweep plan.yaml --out swept --jobs 0
table none
table holds
table run --metric speed
export none
export run
verify none
verify holds
verify run
report none
report holds
report study
plot none --out f.svg
plot none.ndjson --out f.svg
plot bad.ndjson --out f.svg
plot bad.ndjson --out f.doc
plot run --kind pie --out f.svg
show none.ndjson
show bad.ndjson
show empty.yaml
live replay none
live replay bad.ndjson
reproduce
reproduce vkt04 --figure 7
reproduce vkt04 --merge loudly
reproduce vkt04 --access none
reproduce vkt04 --recorded --quick
reproduce vkt04 --figure 5 --quick --runs 1 --out plan.yaml
explore
explore nobody
explore bully --nodes 99
explore bully --param x=1
story
story none.story
story bad.story
mobility generate --scenario none f.csv
mobility info none.csv
mobility convert none.csv out.csv
mobility convert bad.csv out.csv
mobility info bad.contacts
new algorithm Bad-Name!
new algorithm bully
docs man plan.yaml
live agent --key-file none.key
live agent --key-file cluster.key
live agent --capability exec=
live agent --on never=true
live agent --algorithm nobody
live agent --bind nowhere:x
live status --address none
live members --format xml
live key
`), "\n")
