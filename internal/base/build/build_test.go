package build

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
)

func info(settings ...debug.BuildSetting) *debug.BuildInfo {
	return &debug.BuildInfo{GoVersion: "go1.26.1", Main: debug.Module{Version: devel}, Settings: settings}
}

func setting(key, value string) debug.BuildSetting { return debug.BuildSetting{Key: key, Value: value} }

// A clean checkout or a released module has a revision. Any other build is identified by
// its file.
func TestOnlyCleanBuildsHaveARevision(t *testing.T) {
	const commit = "908b06b0123456789abcdef"
	clean := []debug.BuildSetting{setting("vcs.revision", commit), setting("vcs.modified", "false")}
	released := info()
	released.Main.Version, released.Main.Sum = "v1.2.3", "h1:abc"
	replaced := info(clean...)
	replaced.Deps = []*debug.Module{{Path: "x", Replace: &debug.Module{Path: "../x"}}}
	sibling := func(main, at string) *debug.BuildInfo {
		i := info(clean...)
		i.Main.Path, i.Deps = main, []*debug.Module{{Path: "y", Version: "v1.0.0"}, {Path: ours, Replace: &debug.Module{Path: at}}}
		return i
	}
	for name, c := range map[string]struct {
		info *debug.BuildInfo
		want Build
	}{
		"beside":    {sibling(ours+"/cmd/nats", "../.."), Build{Version: "commit 908b06b01234", Revision: commit, Go: "go1.26.1"}},
		"elsewhere": {sibling(ours+"/cmd/nats", "../../../other"), Build{Version: "commit 908b06b01234", Go: "go1.26.1"}},
		"a user's":  {sibling("user/cmd", "../.."), Build{Version: "commit 908b06b01234", Go: "go1.26.1"}},
		"clean":     {info(clean...), Build{Version: "commit 908b06b01234", Revision: commit, Go: "go1.26.1"}},
		"changed":   {info(setting("vcs.revision", commit), setting("vcs.modified", "true")), Build{Version: "commit 908b06b01234+changes", Go: "go1.26.1"}},
		"go run":    {info(), Build{Version: devel, Go: "go1.26.1"}},
		"released":  {released, Build{Version: "v1.2.3", Revision: "h1:abc", Go: "go1.26.1"}},
		"replaced":  {replaced, Build{Version: "commit 908b06b01234", Go: "go1.26.1"}},
		"tags":      {info(append(clean, setting("-tags", "x"), setting("-trimpath", "true"), setting("GOAMD64", "v3"))...), Build{Version: "commit 908b06b01234", Revision: commit, Go: "go1.26.1", Flags: "-tags=x"}},
	} {
		if got := Of(c.info); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

// ours is computed from the path of this package, wherever it lies.
func TestOursIsTheModule(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(checkout, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	if first, _, _ := strings.Cut(string(text), "\n"); strings.TrimSpace(first) != "module "+ours {
		t.Errorf("the module of bellwether is called %q; go.mod says %q", ours, first)
	}
}

func TestDifferentBuildsHaveDifferentNames(t *testing.T) {
	names := map[string]bool{}
	for _, b := range []Build{
		{Version: "a", Go: "1"}, {Version: "a", Go: "2"}, {Version: "b", Go: "1"}, {Version: "a", Go: "1", Flags: "-race=true"},
		{Version: "a", Go: "1", Executable: strings.Repeat("1", 64)}, {Version: "a", Go: "1", Executable: strings.Repeat("2", 64)},
	} {
		names[b.Name()] = true
	}
	if len(names) != 6 {
		t.Errorf("names are %v", names)
	}
}

// The test binary has no revision: its name has the hash of its file.
func TestAProgramWithoutRevisionIsNamedByItsFile(t *testing.T) {
	p, err := This()
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(data)
	if p.Build.Executable != hex.EncodeToString(sum[:]) || !strings.HasSuffix(p.Build.Name(), ", executable "+p.Build.Executable[:shownHash]) {
		t.Errorf("it is %s, %+v", p.Build.Name(), p)
	}
	if p.Machine.Arch == "" || p.Machine.OS == "" || !p.Machine.SameProcessor(p.Machine) || p.Machine.SameProcessor(Machine{Arch: "none"}) {
		t.Errorf("the machine is %v", p.Machine)
	}
}

// Builds of different sources have different names, also if nothing was committed. Builds
// of the same sources have one name.
func TestBuildsOfDifferentSourcesDiffer(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles")
	}
	dir := t.TempDir()
	make := func(text, out string) string {
		for name, text := range map[string]string{"go.mod": "module x\n\ngo 1.26\n", "main.go": "package main\n\nfunc main() { println(" + text + ") }\n"} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		cmd := exec.Command("go", "build", "-o", out, ".")
		cmd.Dir = dir
		if text, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		data, err := os.ReadFile(filepath.Join(dir, out))
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(data)
		return hex.EncodeToString(sum[:])
	}
	if one, same, other := make("1", "a"), make("1", "b"), make("2", "c"); one != same || one == other {
		t.Errorf("hashes are %s, %s of the same, %s of others", one, same, other)
	}
}
