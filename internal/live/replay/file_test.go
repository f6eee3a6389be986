package replay

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A file is not written in place of a device: root could lose /dev/null.
func TestADeviceIsNotReplaced(t *testing.T) {
	name := filepath.Join(t.TempDir(), "null")
	if err := os.Symlink(os.DevNull, name); err != nil {
		t.Skip(err)
	}
	if err := Write(name, []byte("x")); err == nil || !strings.Contains(err.Error(), "a device or a pipe, not a file") {
		t.Error(err)
	}
	if at, err := os.Readlink(name); err != nil || at != os.DevNull {
		t.Errorf("it is %q now: %v", at, err)
	}
}
