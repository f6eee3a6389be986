package hello

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"bellwether/protocol"
)

// A table does what a sorted map would, in memory that follows its size.
func TestTableIsASortedMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var tab table
		model := map[protocol.ID]contact{}
		for range rapid.IntRange(0, 120).Draw(t, "steps") {
			id := protocol.ID(rapid.IntRange(1, 40).Draw(t, "id"))
			at, known := tab.find(id)
			if _, want := model[id]; known != want {
				t.Fatalf("find %v: %t", id, known)
			}
			c := contact{rapid.Uint32().Draw(t, "ms"), rapid.Uint32().Draw(t, "life")}
			switch {
			case !known:
				tab.insert(at, id, c)
				model[id] = c
			case rapid.Bool().Draw(t, "again"):
				tab.hear(at, c.ms)
				model[id] = contact{c.ms, model[id].life}
			default:
				tab.remove(at)
				delete(model, id)
			}
			if len(tab.ids()) != len(model) || !slices.IsSorted(tab.ids()) {
				t.Fatalf("table %v of %d", tab.ids(), len(model))
			}
			for i, id := range tab.ids() {
				if tab.last(i) != model[id] {
					t.Fatalf("%v: %v, want %v", id, tab.last(i), model[id])
				}
			}
			if spare := int(tab.room) - len(model); spare >= 3*tableStep || len(tab.words) != 3*int(tab.room) {
				t.Fatalf("room for %d more than %d", spare, len(model))
			}
		}
	})
}

// A caller that appends to the neighbours it got does not change the table.
func TestTableIsNotAppendedTo(t *testing.T) {
	var tab table
	tab.insert(0, 7, contact{1, 2})
	_ = append(tab.ids(), 99)
	tab.insert(1, 9, contact{3, 4})
	if !slices.Equal(tab.ids(), []protocol.ID{7, 9}) || tab.last(0) != (contact{1, 2}) {
		t.Errorf("table %v, %v", tab.ids(), tab.last(0))
	}
}
