package access

import (
	"testing"
	"unsafe"
)

// TestQueuesShareCacheLines: each cache line has two of them, and none is in two lines.
func TestQueuesShareCacheLines(t *testing.T) {
	if size := unsafe.Sizeof(queue{}); size != 32 {
		t.Errorf("a queue takes %d bytes, want 32", size)
	}
}
