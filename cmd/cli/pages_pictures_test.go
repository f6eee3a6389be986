package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Each picture of a page is named by the script that takes it, or on a page by the command that draws it.
func TestEachPictureHasItsMaker(t *testing.T) {
	t.Parallel()
	var makers strings.Builder
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(pages, "../../.ci/pictures", "../../.ci/page") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		makers.Write(text)
	}
	found := 0
	for _, kind := range []string{"png", "gif", "svg"} {
		pictures, err := filepath.Glob("../../docs/*." + kind)
		if err != nil {
			t.Fatal(err)
		}
		for _, picture := range pictures {
			found++
			name := filepath.Base(picture)
			isMade := false
			for _, words := range []string{"--out " + name, "x860 " + name, "x880 " + name, "is docs/" + name} {
				isMade = isMade || strings.Contains(makers.String(), words)
			}
			if !isMade {
				t.Errorf("no page has a command that writes %s, and neither .ci/pictures nor .ci/page takes it", name)
			}
		}
	}
	if found < 8 {
		t.Errorf("docs holds %d pictures", found)
	}
}
