package table

import (
	"strings"
	"testing"
)

func TestColumnsWithoutRoomAreCountedInEnglish(t *testing.T) {
	table := &Table{Header: []string{"a", "b", "c"}}
	for want, left := range map[string][]int{"1 of 3 columns has no room": {2}, "2 of 3 columns have no room": {1, 2}} {
		if got := table.leftOut(left, screenWidth{20, 40}); !strings.HasPrefix(got, want) {
			t.Errorf("got %s, want %s…", got, want)
		}
	}
}
