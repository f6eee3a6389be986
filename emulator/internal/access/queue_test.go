package access

import (
	"testing"
	"unsafe"
)

// TestQueuesShareCacheLines: two of them lie in each, and none in two.
func TestQueuesShareCacheLines(t *testing.T) {
	if size := unsafe.Sizeof(queue{}); size != 32 {
		t.Errorf("a queue takes %d bytes, want 32", size)
	}
}
