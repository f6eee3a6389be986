package mutants

import (
	"strings"
	"testing"
)

const root = "../.."

// Each mutant of the list applies to the code. Whether it builds, .ci/mutants --build checks.
func TestEachMutantApplies(t *testing.T) {
	l, err := Read(root)
	if err != nil {
		t.Fatal(err)
	}
	if len(l.Mutants) < 60 {
		t.Errorf("only %d mutants", len(l.Mutants))
	}
	for i := range l.Mutants {
		if _, err := l.Mutants[i].Apply(root); err != nil {
			t.Error(err)
		}
	}
	parts := map[string]int{}
	for i := range l.Mutants {
		part, _, _ := strings.Cut(l.Mutants[i].Package(), "/")
		parts[part]++
	}
	t.Log(parts)
}

// An error of a list states what is wrong and where.
func TestListFaults(t *testing.T) {
	good := "mutant: m\nin: p F\nwas: a\nnow: b\nbreaks: All.\noutcome: changes\nconvicts: tests\n"
	columns := []string{"tests"}
	for name, test := range map[string]struct{ list, want string }{
		"good":                 {good, ""},
		"long values":          {strings.Replace(good, "was: a", "was: a\n\tb\n\tc", 1), ""},
		"nothing before":       {"in: p F\n", "begins with mutant"},
		"no key":               {good + "more\n", "key: value"},
		"unknown field":        {good + "more: x\n", `no field "more"`},
		"no function":          {strings.Replace(good, "in: p F", "in: p", 1), "a package and a function"},
		"was before in":        {strings.Replace(good, "in: p F\n", "", 1), "in comes first"},
		"now before was":       {strings.Replace(good, "was: a\n", "", 1), "was comes first"},
		"no now":               {strings.Replace(good, "now: b\n", "", 1), "replaces nothing"},
		"no change":            {strings.Replace(good, "now: b", "now: a", 1), "replaces nothing"},
		"no sentence":          {strings.Replace(good, "breaks: All.\n", "", 1), "does not say"},
		"outcome":              {strings.Replace(good, "changes", "maybe", 1), "outcome is"},
		"nobody":               {strings.Replace(good, "convicts: tests\n", "", 1), "names a column"},
		"a column":             {strings.Replace(good, "convicts: tests", "convicts: luck", 1), `no column "luck"`},
		"name":                 {strings.Replace(good, "mutant: m", "mutant: M m", 1), "small letters"},
		"twice":                {good + good, "is at"},
		"two packages":         {good + "in: q F\nwas: a\nnow: b\n", "one package"},
		"equivalent, convicts": {good + "equivalent: It is.\n", "no column convicts"},
		"equivalent, changes":  {strings.Replace(good, "convicts: tests", "equivalent: It is.", 1), "changes no outcome"},
	} {
		found, err := parse("f", test.list)
		if err == nil {
			err = (&List{Mutants: found, Columns: []Column{{Name: columns[0]}}}).validate()
		}
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: %v, want %q", name, err, test.want)
		}
	}
}

// An edit fits one place of one function, in any file of the package and with any white space.
func TestEditFitsOnePlace(t *testing.T) {
	for name, test := range map[string]struct{ function, was, want string }{
		"a function":      {"Greatest", "a > b", ""},
		"over lines":      {"Greatest", "{ return a }", ""},
		"a small letter":  {"greatest", "a > b", "greatest stands 0 times"},
		"a method":        {"Counter.Next", "c.n++", ""},
		"unexported now":  {"counter.Next", "c.n++", ""},
		"another method":  {"Counter.next", "c.n++", "stands 0 times"},
		"nowhere":         {"Greatest", "a >= b", "stands 0 times in Greatest"},
		"twice":           {"Greatest", "return", "stands 2 times in Greatest"},
		"another's":       {"Wait", "a > b", "stands 0 times in Wait"},
		"no function":     {"Least", "a > b", "Least stands 0 times"},
		"only in a test":  {"TestGreatest", "Wait(3)", "TestGreatest stands 0 times"},
		"part of a token": {"Greatest", "> b", ""},
	} {
		m := Mutant{Name: name, Edits: []Edit{{Package: "p", Function: test.function, Was: test.was, Now: "instead"}}}
		files, err := m.Apply(module(t, "", ""))
		switch {
		case test.want != "":
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%s: %v, want %q", name, err, test.want)
			}
		case err != nil || len(files) != 1 || strings.Count(string(files["p/p.go"]), "instead") != 1:
			t.Errorf("%s: %v, %q", name, err, files)
		}
	}
}

// A column has the commands of its lines for a package, or the reason why it has no commands.
func TestColumns(t *testing.T) {
	dir := module(t, "", "# a comment\ntests a/*,b go test ./{package}\ntests b go test ./c\nhunt all none: not written\n")
	l, err := Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	for pkg, want := range map[string]string{"a/x": "go test ./a/x", "b": "go test ./b; go test ./c", "a/x/y": "", "c": ""} {
		commands, none := l.Columns[0].Commands(pkg)
		if got := strings.Join(commands, "; "); got != want || none != "" {
			t.Errorf("%s: %q, %q, want %q", pkg, got, none, want)
		}
	}
	if _, none := l.Columns[1].Commands("c"); none != "not written" {
		t.Errorf("none: %q", none)
	}
	for _, fault := range []string{"tests a", "tests a true", "tests a go test", "tests [ go test ./a"} {
		if _, err := Read(module(t, "", fault+"\n")); err == nil {
			t.Errorf("%q is read", fault)
		}
	}
}

// An exit code and an output are a verdict, or none.
func TestReadOfExitCodes(t *testing.T) {
	for _, row := range []struct {
		command string
		code    int
		said    string
		want    Verdict
	}{
		{"go test ./p", 1, "--- FAIL", Convicted},
		{"go test ./p", 2, "anything", Convicted},
		{"go test ./p", 1, "FAIL p [build failed]", ""},
		{"bellwether explore", 1, "there is a run at fault", Convicted},
		{"bellwether explore", 3, "no fault in all runs of up to 10 steps", Acquitted},
		{"bellwether explore", 2, "panic: a machine", Convicted},
		{"bellwether explore", 2, "unknown flag", ""},
	} {
		if got := read(row.command, row.code, row.said); got != row.want {
			t.Errorf("%s, exit code %d, %q: %q, want %q", row.command, row.code, row.said, got, row.want)
		}
	}
}
