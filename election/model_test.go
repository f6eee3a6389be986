package election

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

// The model in model/ is written from the gaps of the paper as the package lists them. Its
// README has a row for each, with the same words. Each switch that the README names is in
// the model and in a search.
func TestModelHasTheGapsOfThePackage(t *testing.T) {
	text := map[string]string{}
	for _, name := range []string{"README.md", "vkt04.pml", "searches.txt"} {
		b, err := os.ReadFile("model/" + name)
		if err != nil {
			t.Fatal(err)
		}
		text[name] = string(b)
	}
	rows := map[string]string{} // of each gap, its row
	for _, row := range regexp.MustCompile(`(?m)^\| (\d+) \| .*$`).FindAllStringSubmatch(text["README.md"], -1) {
		rows[row[1]] = row[0]
	}
	ours := map[string]bool{}
	for _, d := range deviations() {
		gap := regexp.MustCompile(`^Gap (\d+): (.*)$`).FindStringSubmatch(d)
		if gap == nil {
			continue
		}
		ours[gap[1]] = true
		if !strings.Contains(rows[gap[1]], "| "+gap[2]+" |") {
			t.Errorf("gap %s of model/README.md does not have the words of deviations.go: %s", gap[1], gap[2])
		}
	}
	for gap := range rows {
		if !ours[gap] {
			t.Errorf("model/README.md has a gap %s; the package has none", gap)
		}
	}
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	for gap := 1; strings.Contains(string(doc), fmt.Sprintf("\n//  %d. ", gap)); gap++ {
		if delete(ours, fmt.Sprint(gap)); rows[fmt.Sprint(gap)] == "" {
			t.Errorf("model/README.md has no gap %d; the package comment has", gap)
		}
	}
	for gap := range ours {
		t.Errorf("the package comment has no gap %s", gap)
	}
	for _, s := range regexp.MustCompile("`-D([A-Z0-9]+)`").FindAllStringSubmatch(text["README.md"], -1) {
		if !regexp.MustCompile(`(?m)^#(if|ifdef|ifndef|elif).*\b` + s[1] + `\b`).MatchString(text["vkt04.pml"]) {
			t.Errorf("vkt04.pml has no switch %s", s[1])
		}
		if !regexp.MustCompile(`-D` + s[1] + `\b`).MatchString(text["searches.txt"]) {
			t.Errorf("searches.txt has no search with %s", s[1])
		}
	}
}

// The table of results has a row for each search, with its definitions and its verdict. The
// table of claims names searches that find a violation.
func TestModelResultsAreOfTheSearches(t *testing.T) {
	var text [2]string
	for i, name := range []string{"README.md", "searches.txt"} {
		b, err := os.ReadFile("model/" + name)
		if err != nil {
			t.Fatal(err)
		}
		text[i] = string(b)
	}
	results := regexp.MustCompile("(?m)^\\| ([a-z0-9-]+) \\| `([^`]*)` \\| (safety|cycles|ltl) \\|.*\\| ([a-z-]+) \\|$").FindAllStringSubmatch(text[0], -1)
	searches := regexp.MustCompile(`(?m)^([a-z0-9-]+) +([a-z-]+) +(safety|cycles|ltl) +(.*?) *$`).FindAllStringSubmatch(text[1], -1)
	verdicts := map[string]string{}
	for i, s := range searches {
		verdicts[s[1]] = s[2]
		if i >= len(results) || results[i][1] != s[1] || results[i][2] != s[4] || results[i][3] != s[3] || results[i][4] != s[2] {
			t.Fatalf("row %d of the results of model/README.md is not of %q", i, s[0])
		}
	}
	if len(results) != len(searches) {
		t.Errorf("model/README.md has %d results, of %d searches", len(results), len(searches))
	}
	_, claims, _ := strings.Cut(text[0], "\n## Every claim was seen to fall\n")
	claims, _, _ = strings.Cut(claims, "\n## ")
	falls := regexp.MustCompile(`(?m)\| ([a-z0-9, -]+) \| ([a-z-]+) \|$`).FindAllStringSubmatch(claims, -1)
	if len(falls) < 10 {
		t.Errorf("%d claims have a search that violates them", len(falls))
	}
	for _, f := range falls[1:] { // below the head
		for _, search := range strings.Split(f[1], ", ") {
			if verdicts[search] != f[2] {
				t.Errorf("the search %s has the verdict %q, not %q", search, verdicts[search], f[2])
			}
		}
	}
}
