package mobility

import (
	"testing"
	"unsafe"
)

// A day of city traffic has tens of millions of moves.
func TestLegIsSmall(t *testing.T) {
	if size := unsafe.Sizeof(leg{}); size > 48 {
		t.Errorf("a stored leg takes %d bytes, at most 48 wanted", size)
	}
	if size := unsafe.Sizeof(recorded{}); size > 64 {
		t.Errorf("a path takes %d bytes, at most 64 wanted", size)
	}
}
