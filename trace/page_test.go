package trace_test

import (
	"os"
	"strings"
	"testing"

	"bellwether/trace"
)

// Every kind of record has a row in docs/traces.md.
func TestThePageDescribesEveryKind(t *testing.T) {
	page, err := os.ReadFile("../docs/traces.md")
	if err != nil {
		t.Fatal(err)
	}
	described := ""
	for line := range strings.Lines(string(page)) {
		if strings.HasPrefix(line, "| `") {
			described += strings.SplitN(line, "|", 3)[1]
		}
	}
	for k := trace.Boot; k.String() != "unknown"; k++ {
		if !strings.Contains(described, "`"+k.String()+"`") {
			t.Errorf("docs/traces.md has no row for the record %s", k)
		}
	}
}
