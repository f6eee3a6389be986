package protocol

import "strconv"

// measure finds the size of a kind of message: all lists are empty except one, which has
// one item.
type measure struct {
	lists, one int  // how many lists there were, and the one that is not empty
	carries    bool // another message
}

func (m *measure) length() int {
	if m.lists++; m.lists-1 == m.one {
		return 1
	}
	return 0
}

// Bytes is the size of the kind's wire form, for documentation: "9"; "3+12k" with a list
// of k items, "+21k+4l" with two; "15+m" with another message of m bytes.
func (k MessageKind) Bytes() string {
	size := func(one int) (int, *measure) {
		w := Wire{measure: &measure{one: one}}
		return w.Size(k.Message), w.measure
	}
	plain, found := size(-1)
	text := strconv.Itoa(plain)
	for list := range found.lists {
		more, _ := size(list)
		text += "+" + strconv.Itoa(more-plain) + string(rune('k'+list))
	}
	if found.carries {
		text += "+m"
	}
	return text
}
