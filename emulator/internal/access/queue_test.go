package access

import (
	"testing"
	"unsafe"
)

// TestQueuesShareCacheLines: a cache line holds two queues, and no queue crosses a line.
func TestQueuesShareCacheLines(t *testing.T) {
	if size := unsafe.Sizeof(queue{}); size != 32 {
		t.Errorf("a queue takes %d bytes, want 32", size)
	}
}
