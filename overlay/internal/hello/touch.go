package hello

// Touch reads the cache lines of the table.
func (h *Hello) Touch() uint64 {
	words := h.near.words
	n := len(words)
	if n == 0 {
		return 0
	}
	return uint64(words[0] + words[n/3] + words[2*n/3] + words[n-1])
}
