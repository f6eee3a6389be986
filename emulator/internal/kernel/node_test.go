package kernel

import (
	"testing"
	"unsafe"
)

// TestNodesKeepToTheirCacheLines holds what the comment of node promises.
func TestNodesKeepToTheirCacheLines(t *testing.T) {
	if size := unsafe.Sizeof(node{}); size > 64 {
		t.Errorf("a node takes %d bytes, want 64 at most: a line of the cache", size)
	}
}
