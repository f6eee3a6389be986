package layers

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Each promise of the security page has a row in the table of docs/maintainers/security.md, and each
// test that a row names exists.
func TestTheSecurityPageNamesItsTests(t *testing.T) {
	const root = "../../.."
	page, err := os.ReadFile(root + "/docs/security.md")
	if err != nil {
		t.Fatal(err)
	}
	var code strings.Builder
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		b, err := os.ReadFile(path)
		code.Write(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	tests, err := os.ReadFile(root + "/docs/maintainers/security.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, found := strings.Cut(string(tests), "## The tests")
	if !found {
		t.Fatal("there is no table of tests")
	}
	rows := map[string]bool{}
	for _, r := range regexp.MustCompile(`(?m)^\| ([^|]+?) \| (.+) \|$`).FindAllStringSubmatch(table, -1) {
		rows[r[1]] = true
		for _, name := range regexp.MustCompile("`(Test\\w+)`").FindAllStringSubmatch(r[2], -1) {
			if !strings.Contains(code.String(), "func "+name[1]+"(") {
				t.Errorf("%s: there is no %s", r[1], name[1])
			}
		}
	}
	_, promises, _ := strings.Cut(string(page), "## What is protected")
	promises, _, _ = strings.Cut(promises, "## What is not protected")
	for _, p := range regexp.MustCompile(`(?m)^- \*\*([^*.]+?)\.?\*\*`).FindAllStringSubmatch(promises, -1) {
		if !rows[p[1]] {
			t.Errorf("%q has no row", p[1])
		}
	}
}
