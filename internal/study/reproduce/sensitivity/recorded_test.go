package sensitivity

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"testing"

	"bellwether/internal/draw/table"
	"bellwether/internal/study/reproduce"
)

var update = flag.Bool("update", false, "write the page of the recorded studies")

// The recorded studies are whole: each configuration has as many runs as it says, in each
// world, of a version that can be built again.
func TestRecordedStudiesAreWhole(t *testing.T) {
	for _, k := range Kinds() {
		s, err := Recorded(k)
		if err != nil {
			t.Fatal(err)
		}
		if s.Kind != k || s.Version == "" || s.Version == "(devel)" {
			t.Errorf("%s is a study of %s by version %q", k, s.Kind, s.Version)
		}
		trials, err := k.trials()
		if err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(trials) != fmt.Sprint(s.Trials) {
			t.Errorf("%s: other configurations are recorded than this version makes", k)
		}
		if want := len(s.Trials) * len(responses(k.worlds())) * s.Runs; len(s.Values) != want {
			t.Errorf("%s: %d values, want %d", k, len(s.Values), want)
		}
	}
}

// The rule alone determines the configuration of the prediction.
func TestTheChosenOneFollowsFromTheRule(t *testing.T) {
	s, err := Recorded(ofCandidates)
	if err != nil {
		t.Fatal(err)
	}
	best, err := s.chosenTrial()
	if err != nil || best.Configuration != reproduce.ChosenConfiguration() {
		t.Errorf("the rule names %+v, %v; chosen is %+v", best, err, reproduce.ChosenConfiguration())
	}
}

// TestPage makes the page of the recorded studies again.
func TestPage(t *testing.T) {
	var page bytes.Buffer
	fmt.Fprint(&page, `# What VKT04 leaves open, varied

Made by "go test ./internal/study/reproduce/sensitivity -update" from unknowns.json, candidates.json and
stages.json: nothing here is typed. What follows from it stands in
[the reproduction's page](../../../../docs/reproduction.md).

`)
	for _, k := range Kinds() {
		s, err := Recorded(k)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&page, "## %s\n\n`bellwether reproduce vkt04 --study %s --runs %d`, version %s.\n\n", titles[k], k, s.Runs, s.Version)
		if err := s.Write(&page, table.Markdown); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&page)
	}
	const name = "../results/UNKNOWNS.md"
	if *update {
		if err := os.WriteFile(name, page.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(name); err != nil || !bytes.Equal(want, page.Bytes()) {
		t.Errorf("%s is not what the recorded studies give (-update writes it): %v", name, err)
	}
}

var titles = map[Kind]string{
	ofUnknowns:   "Fifteen unknowns, a factorial experiment",
	ofCandidates: "The nearest configurations, run again",
	ofStages:     "Towards GloMoSim, step by step",
}
