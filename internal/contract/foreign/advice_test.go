package foreign

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestWhatCannotBeStartedHasAdvice: what the system says of a missing interpreter is that the file, which is
// there, is not.
func TestWhatCannotBeStartedHasAdvice(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("programs are found by their ending")
	}
	dir := t.TempDir()
	for name, mode := range map[string]os.FileMode{"script": 0o700, "plain": 0o600, "mine.py": 0o600} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/no/such/thing -x\n"), mode); err != nil {
			t.Fatal(err)
		}
	}
	for word, want := range map[string]string{
		"./script": `; its first line wants "/no/such/thing -x", which may not be here`,
		"./plain":  "; it may not be executed: chmod +x",
		"plain":    "; for the file of that name here, write ./plain",
		".":        "; it is a directory",
		"mine.py":  "; the command that runs it is python3 mine.py",
		"nowhere":  "not found",
	} {
		if _, _, err := Open(Command{Name: "mine", Words: []string{word}, Dir: dir}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", word, err, want)
		}
	}
}
