package build

import (
	_ "embed"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"strings"
)

// mark begins a line of NOTICES.txt that says whose the text below is. Texts that several
// share stand once, below several such lines. No licence has a line that begins so.
const mark = "#### "

// goItself names the runtime and the standard library.
const goItself = "Go"

// house names this module, whose path may be another (.ci/rename).
const house = "bellwether"

// named returns the name under which a module's notices are kept.
func named(module string) string {
	if module == ours || strings.HasPrefix(module, ours+"/") {
		return house
	}
	return module
}

//go:embed NOTICES.txt
var kept string

// A source is one file of one module that holds a notice.
type source struct {
	module, file string
	licence      string // MIT; empty for a notice that is no licence
}

func (s source) String() string {
	if s.licence == "" {
		return s.module + ": " + s.file
	}
	return fmt.Sprintf("%s: %s (%s)", s.module, s.file, s.licence)
}

// A notice is a text and all whose it is.
type notice struct {
	of   []source
	text string
}

// parse reads the form of NOTICES.txt.
func parse(file string) []notice {
	var all []notice
	begun := false
	for line := range strings.Lines(file) {
		name, ok := strings.CutPrefix(line, mark)
		switch {
		case ok && begun:
			all[len(all)-1].of = append(all[len(all)-1].of, parseSource(name))
		case ok:
			all, begun = append(all, notice{of: []source{parseSource(name)}}), true
		case len(all) > 0: // what stands before the first mark is for who opens the file
			all[len(all)-1].text += line
			begun = false
		}
	}
	return all
}

func parseSource(line string) source {
	module, file, _ := strings.Cut(strings.TrimSpace(line), ": ")
	file, licence, _ := strings.Cut(file, " (")
	return source{module, file, strings.TrimSuffix(licence, ")")}
}

// linked returns the modules of a program, with their versions. A program that does not know
// them, as no test and none that other tools than go build does, may have all.
func linked(info *debug.BuildInfo) []debug.Module {
	if len(info.Deps) == 0 {
		var all []debug.Module
		for module := range licences(parse(kept)) {
			all = append(all, debug.Module{Path: module})
		}
		slices.SortFunc(all, func(a, b debug.Module) int { return strings.Compare(a.Path, b.Path) })
		return all
	}
	all := []debug.Module{{Path: goItself, Version: info.GoVersion}, info.Main}
	for _, d := range info.Deps {
		all = append(all, *d)
	}
	for i := range all {
		all[i].Path = named(all[i].Path)
	}
	slices.SortFunc(all[1:], func(a, b debug.Module) int { return strings.Compare(a.Path, b.Path) })
	return all
}

// Missing returns the modules of a program that have no notice.
func Missing(info *debug.BuildInfo) []string {
	have := licences(parse(kept))
	var none []string
	for _, m := range linked(info) {
		if _, ok := have[m.Path]; !ok {
			none = append(none, strings.TrimSpace(m.Path+" "+m.Version))
		}
	}
	return none
}

// licences returns the names of each module's licences. That of a module whose files hold
// notices alone is empty.
func licences(all []notice) map[string][]string {
	have := map[string][]string{}
	for _, n := range all {
		for _, s := range n.of {
			names := have[s.module]
			if s.licence != "" && !slices.Contains(names, s.licence) {
				names = append(names, s.licence)
			}
			have[s.module] = names
		}
	}
	return have
}

// Write prints what a program is made of, and the texts of its licences.
func Write(w io.Writer, info *debug.BuildInfo) error {
	all := parse(kept)
	have, modules := licences(all), linked(info)
	var b strings.Builder
	b.WriteString("This program is made of these modules, each under its own licence. The texts follow.\n" +
		"The source of a module is where its path says, and \"go mod download PATH@VERSION\"\nfetches what was compiled.\n\n")
	for _, m := range modules {
		under, ok := have[m.Path]
		if !ok {
			under = []string{"NO NOTICE HERE: see its source"}
		}
		fmt.Fprintf(&b, "%s: %s\n", strings.TrimSpace(m.Path+" "+m.Version), strings.Join(under, ", "))
	}
	for _, n := range all {
		of := slices.DeleteFunc(slices.Clone(n.of), func(s source) bool {
			return !slices.ContainsFunc(modules, func(m debug.Module) bool { return m.Path == s.module })
		})
		if len(of) == 0 {
			continue
		}
		b.WriteString("\n" + strings.Repeat("=", 80) + "\n")
		for _, s := range of {
			fmt.Fprintln(&b, s)
		}
		b.WriteString("\n" + strings.Trim(n.text, "\n") + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}
