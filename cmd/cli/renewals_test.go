package cli

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bellwether/cmd/internal/scaffold"
)

// In a clone, the page and the command list the same tests that compare with the list of
// algorithms, and name files that exist.
func TestThePageAndTheCommandListTheSameRenewals(t *testing.T) {
	page, err := os.ReadFile(addingPage)
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	list, err := os.ReadFile(filepath.Join(root, scaffold.List))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	t.Chdir(dir)
	for name, text := range map[string]string{"go.mod": "module bellwether\n", scaffold.List: string(list)} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var told strings.Builder
	if code := run([]string{"new", "algorithm", "lowest-id", "--register"}, &told, io.Discard); code != 0 {
		t.Fatalf("exit code %d: %s", code, told.String())
	}
	if !strings.Contains(told.String(), "baseline/internal/lowestid/algorithm.go states Paper, Deviations and Costs") {
		t.Errorf("it does not explain what the tests require of the description:\n%s", told.String())
	}
	for what, file := range map[string]string{
		"go test ./scenarios -run 'Schema|Reference' -update": "scenarios/schema_test.go",
		".ci/figures":              ".ci/figures",
		"baseline/example_test.go": "baseline/example_test.go",
	} {
		if !strings.Contains(told.String(), what) || !strings.Contains(string(page), what) {
			t.Errorf("%s is not both on the page and in\n%s", what, told.String())
		}
		if _, err := os.Stat(filepath.Join(root, file)); err != nil {
			t.Error(err)
		}
	}
}
