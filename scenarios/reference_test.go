package scenarios

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"

	"bellwether/internal/base/strictyaml"
	"bellwether/internal/sim/presets"
	"bellwether/scenarios/internal/reference"
	"bellwether/scenarios/internal/section"
)

// TestReferenceOfEveryModel: a new model or key is described without a change in the
// reference.
func TestReferenceOfEveryModel(t *testing.T) {
	rows := Models()
	for _, want := range []string{"mobility.model", "radio.model", "radio.loss.model", "energy.profile", "neighbours.service"} {
		found := false
		for _, row := range rows {
			found = found || row[0] == want
		}
		if !found {
			t.Errorf("no model is listed for %s", want)
		}
	}
	meaning := reference.Meanings(Schema())
	for _, row := range rows {
		var b bytes.Buffer
		if err := DescribeModels(&b, row[0]+"="+row[1]); err != nil {
			t.Fatal(err)
		}
		text := b.String()
		if !strings.HasPrefix(text, row[0]+": "+row[1]+"\n") {
			t.Errorf("%v begins %.60q", row, text)
		}
		for _, k := range format().Beside(row[0], row[1]) {
			if meaning.Of(k) == "" {
				t.Errorf("%s: %s is not described", row[1], k.Path)
			}
			if !strings.Contains(text, "\n  "+k.Path+": "+k.Takes) {
				t.Errorf("%s: %s is missing in\n%s", row[1], k.Path, text)
			}
		}
		if row[0] == "mobility.model" && row[1] != section.MobilityStatic && row[1] != section.MobilityTrace && row[1] != section.WordOwn && !strings.Contains(text, "\npaper  ") {
			t.Errorf("%s has no paper", row[1])
		}
		if row[0] == "radio.model" && row[1] != section.RadioDisk && row[1] != section.RadioGraph && !strings.Contains(text, "\npaper  ") {
			t.Errorf("%s has no paper", row[1])
		}
	}
	for _, of := range reference.Sourced() {
		if err := DescribeModels(new(bytes.Buffer), of); err != nil {
			t.Errorf("the paper of an unknown model: %v", err)
		}
	}
}

func TestReferenceOfAModel(t *testing.T) {
	var b bytes.Buffer
	if err := DescribeModels(&b, "random-walk"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"mobility.model: random-walk\n\npaper  T. Camp, J. Boleng and V. Davies,",
		"  speed.min: number of m/s, 0 … 100000, default 2\n",
		"  distance: number of m, 0 … 1e6, default 1\n      The way that a walker keeps its direction, in metres;",
		"  step: duration, 1ms … 24h\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is not in\n%s", want, b.String())
		}
	}
	if strings.Contains(b.String(), "pause") || strings.Contains(b.String(), "members") {
		t.Errorf("keys of other models are in\n%s", b.String())
	}
	b.Reset()
	if err := DescribeModels(&b, "none"); err != nil || strings.Count(b.String(), "keys beside it\n") != 4 {
		t.Errorf("%v: none is described as\n%s", err, b.String())
	}
	if err := DescribeModels(&b, "random-wakl"); err == nil || !strings.HasSuffix(err.Error(), "did you mean random-walk?") {
		t.Error(err)
	}
}

func TestKeysOfAStruct(t *testing.T) {
	type inner struct {
		Low Duration `yaml:"low" jsonschema:"default=1s" min:"1ms"`
	}
	type outer struct {
		Kind string  `yaml:"kind" jsonschema:"default=a,enum=a,enum=b"`
		Size float64 `yaml:"size" unit:"m" when:"kind=a" jsonschema:"default=3,exclusiveMinimum=0,maximum=9"`
		Hole inner   `yaml:"hole" when:"kind=b"`
		List []int   `yaml:"list"`
	}
	var o outer
	strictyaml.Default(&o)
	show := func() (out []string) {
		for _, k := range strictyaml.Keys(o) {
			out = append(out, k.Path+": "+k.Takes+" = "+k.Value)
		}
		return out
	}
	if got := strings.Join(show(), "\n"); got != "kind: a|b = a\nsize: number of m, above 0 … 9 = 3\nlist: list = " {
		t.Errorf("with a:\n%s", got)
	}
	o.Kind = "b"
	if got := strings.Join(show(), "\n"); got != "kind: a|b = b\nhole: mapping = \nhole.low: duration, from 1ms = 1s\nlist: list = " {
		t.Errorf("with b:\n%s", got)
	}
	if c := strictyaml.Choices(o); len(c) != 1 || c[0].Path != "kind" || len(c[0].Enum) != 2 {
		t.Errorf("choices are %v", c)
	}
}

// TestReferencePage compares REFERENCE.md with the code. It must have each key that the
// schema describes, each choice, each named radio and each battery.
func TestReferencePage(t *testing.T) {
	if *update {
		schema = makeSchema(t) // has the descriptions of the keys
	}
	made := Reference()
	if *update {
		if err := os.WriteFile("REFERENCE.md", made, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if page, err := os.ReadFile("REFERENCE.md"); err != nil || !bytes.Equal(page, made) {
		t.Errorf("REFERENCE.md is out of date (%v): go test ./scenarios -run Reference -update", err)
	}
	text := string(made)
	for of, about := range reference.Meanings(Schema()) {
		if about != "" && !strings.Contains(text, strings.ReplaceAll(about, "|", `\|`)) {
			t.Errorf("%s is missing: %.60s", of, about)
		}
	}
	for _, row := range Models() {
		if !strings.Contains(text, "`"+row[1]+"`") {
			t.Errorf("%s: %s is missing", row[0], row[1])
		}
	}
	for _, of := range reference.Sourced() {
		key, word, _ := strings.Cut(of, "=")
		if !strings.Contains(text, "`"+key+": "+word+"`\n\n"+reference.Source(key, word)+"\n") {
			t.Errorf("%s has no section with its source", of)
		}
	}
	for _, r := range presets.All() {
		if !strings.Contains(text, "\n| `"+r.Name+"` | "+r.About+" |\n") {
			t.Errorf("the source of %s is missing", r.Name)
		}
	}
	anchors := regexp.MustCompile(`\]\(#([^)]+)\)`).FindAllStringSubmatch(text, -1)
	if headings := strings.Count(text, "\n## ") + strings.Count(text, "\n### ") + strings.Count(text, "\n#### ") - 1; len(anchors) != headings {
		t.Errorf("%d entries in the contents for %d headings", len(anchors), headings)
	}
	seen := map[string]bool{}
	for _, a := range anchors {
		if seen[a[1]] || !regexp.MustCompile(`^[a-z0-9_-]+$`).MatchString(a[1]) {
			t.Errorf("the anchor %s has no heading", a[1])
		}
		seen[a[1]] = true
	}
}
