package reproduce

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bellwether/internal/base/memory"
)

// A study whose worlds do not fit into memory is refused before anything is written.
func TestAStudyFitsIntoMemory(t *testing.T) {
	o := least(filepath.Join(t.TempDir(), "study"))
	o.Free = func() (memory.Amount, bool) { return memory.Amount{Bytes: 1000}, true }
	if s, err := Run(t.Context(), o); s != nil || err == nil || !strings.Contains(err.Error(), "needs memory of about") {
		t.Errorf("got %v", err)
	}
	if _, err := os.Stat(o.Out); err == nil {
		t.Error("it has begun")
	}
}
