package explorer

import (
	"strings"
	"testing"

	"bellwether/internal/base/memory"
)

// A search that needs more memory than there is gets an error before it begins. If the free
// memory is not known, it gets no error.
func TestASearchFitsIntoMemory(t *testing.T) {
	room := func(bytes int64) func() (memory.Amount, bool) {
		return func() (memory.Amount, bool) { return memory.Amount{Bytes: bytes}, true }
	}
	if err := (Options{States: 1000}).Fit(room(DefaultMemory + 1000*stateBytes)); err != nil {
		t.Error(err)
	}
	err := (Options{States: 1001}).Fit(room(DefaultMemory + 1000*stateBytes))
	if err == nil || !strings.Contains(err.Error(), "take at most 1000 --states") {
		t.Errorf("got %v", err)
	}
	if err := (Options{}).Fit(room(DefaultMemory + DefaultStates*stateBytes - 1)); err == nil {
		t.Error("the default number of states is not counted")
	}
	if err := (Options{States: 1 << 40}).Fit(nil); err != nil {
		t.Error(err)
	}
}
