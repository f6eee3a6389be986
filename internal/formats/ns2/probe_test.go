package ns2_test

import (
	"strings"
	"testing"

	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/ns2"
	"bellwether/internal/formats/text"
)

// mustRead reads a file without a fault.
func mustRead(t testing.TB, file string) *movetrace.Trace {
	t.Helper()
	tr, err := ns2.Read(strings.NewReader(file), text.File{Name: "test.ns_movements"})
	if err != nil {
		t.Fatal(err)
	}
	return tr
}
