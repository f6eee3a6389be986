package build

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"bellwether/internal/testkit/sample"
)

var update = flag.Bool("update", false, "write NOTICES.txt anew")

// released are the systems that releases are built for; .ci/release has the same.
var released = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64"}

const mends = "go test ./internal/base/build -update, and read the difference"

// NOTICES.txt holds the licences of the modules that the programs link, as they stand in
// the module cache, and no others. Campaigns ask for every system that is released. go test asks for this
// system alone, and of what other systems link nothing.
func TestNoticesAreThoseOfWhatIsLinked(t *testing.T) {
	systems := released
	whole := sample.Whole() || *update
	if !whole {
		systems = []string{runtime.GOOS + "/" + runtime.GOARCH}
	}
	var packages []listed
	for _, s := range systems {
		packages = append(packages, list(t, s)...)
	}
	found := gather(t, packages)
	for _, p := range packages {
		if m := p.Module; m != nil && !slices.ContainsFunc(sources(found), func(s source) bool { return s.module == m.Path && s.licence != "" }) {
			t.Errorf("%s has no file with a licence that the list known has: read it, and add it there or use another module", m.Path)
			found[source{module: m.Path}] = "" // said once
		}
	}
	if *update && !t.Failed() {
		goLicence(t, found)
		if err := os.WriteFile("NOTICES.txt", []byte(format(found)), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	have := map[source]string{}
	for _, n := range parse(kept) {
		for _, s := range n.of {
			have[s] = tidy(n.text)
		}
	}
	for s, text := range found {
		if have[s] != text {
			t.Errorf("NOTICES.txt has not the text of %s: %s", s, mends)
		}
	}
	for s := range have {
		if _, ok := found[s]; !ok && whole && s.module != goItself {
			t.Errorf("NOTICES.txt has %s, which nothing links: %s", s, mends)
		}
	}
}

func sources(found map[source]string) []source {
	var all []source
	for s := range found {
		all = append(all, s)
	}
	return all
}

// goLicence adds the licence of Go. Some distributions lay it elsewhere, so no test compares
// it; to update it, take it from Go's own archive.
func goLicence(t *testing.T, found map[source]string) {
	t.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"LICENSE", "PATENTS"} {
		text, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), name))
		if err != nil {
			t.Fatalf("Go's licence: %v: update with Go from go.dev", err)
		}
		found[source{goItself, name, licenceOf(string(text))}] = tidy(string(text))
	}
}

// What a file says is what is written from it, and no licence has a line like a mark.
func TestTheFormIsReadAsItIsWritten(t *testing.T) {
	all := parse(kept)
	found := map[source]string{}
	for _, n := range all {
		for _, s := range n.of {
			found[s] = tidy(n.text)
		}
	}
	if got := format(found); got != kept {
		t.Errorf("written again NOTICES.txt has %d bytes, and %d as it is", len(got), len(kept))
	}
	if have := licences(all); len(have) < 40 || !slices.Equal(have[goItself], []string{"BSD"}) {
		t.Errorf("%d modules have notices, Go %v", len(have), have[goItself])
	}
}

// A program prints the texts of what it links, and of nothing else; and it names each module
// without a text.
func TestAProgramPrintsItsOwn(t *testing.T) {
	info := &debug.BuildInfo{GoVersion: "go1.26.1", Main: debug.Module{Path: ours, Version: "v1.2.3"}, Deps: []*debug.Module{
		{Path: "github.com/hashicorp/memberlist", Version: "v0.7.0"}, {Path: "example.org/none", Version: "v0.1.0"},
	}}
	var b strings.Builder
	if err := Write(&b, info); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	for _, want := range []string{
		"\nGo go1.26.1: BSD\n", "\nbellwether v1.2.3: Apache-2.0, MIT\n", "\ngithub.com/hashicorp/memberlist v0.7.0: MPL-2.0\n",
		"\nexample.org/none v0.1.0: NO NOTICE HERE: see its source\n",
		"\nbellwether: internal/viewer/web/vendor/uPlot.LICENSE (MIT)\n", "Mozilla Public License", "Apache License",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("it does not print %q", want)
		}
	}
	if strings.Contains(text, "gonum") {
		t.Error("it prints the notices of gonum, which is not linked")
	}
	if b.Reset(); Write(&b, new(debug.BuildInfo)) != nil || !strings.Contains(b.String(), "\ngonum.org/v1/gonum: BSD, ") {
		t.Error("a program that does not know its modules does not print all")
	}
	if got := Missing(info); !slices.Equal(got, []string{"example.org/none v0.1.0"}) {
		t.Errorf("missing are %v", got)
	}
}

// The licences that must be told apart are.
func TestLicencesAreKnownByTheirWords(t *testing.T) {
	for text, want := range map[string]string{
		"Permission is hereby granted, free of charge, to any person\nobtaining a copy of this software and associated\ndocumentation files": "MIT",
		"Apache License\n   Version 2.0, January 2004": "Apache-2.0",
		"All rights reserved.":                         "",
	} {
		if got := licenceOf(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
	if refusedWords("GNU GENERAL PUBLIC\n LICENSE") == "" || refusedWords("the GNU General Public License, Version 2.0") != "" {
		t.Error("the GPL is not told from a licence that names it")
	}
}
