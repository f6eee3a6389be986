package kernel

import (
	"testing"
	"unsafe"
)

// TestNodesKeepToTheirCacheLines tests what the comment of node says.
func TestNodesKeepToTheirCacheLines(t *testing.T) {
	if size := unsafe.Sizeof(node{}); size > 64 {
		t.Errorf("a node takes %d bytes, want 64 at most: a line of the cache", size)
	}
}
