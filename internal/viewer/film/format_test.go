package film

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// The page reads the films that this package writes, and refuses later ones.
func TestThePageReadsThisFormat(t *testing.T) {
	script, err := os.ReadFile("../web/film.js")
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("export const latestFormat = %d;", Format); !strings.Contains(string(script), want) {
		t.Errorf("film.js lacks %q", want)
	}
}
