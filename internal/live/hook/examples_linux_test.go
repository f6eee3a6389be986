package hook

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// put runs the example of a store with a token, and returns its exit code and what it says.
func put(t *testing.T, file, token, data string) (code int, says string) {
	t.Helper()
	cmd := exec.Command("../../../docs/live/fenced-put", file)
	cmd.Env = append(os.Environ(), "BELLWETHER_FENCE="+token)
	cmd.Stdin = strings.NewReader(data)
	out, err := cmd.CombinedOutput()
	if err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), string(out)
}

// The example of a store takes what the newest leader writes, and refuses an older one, also after the newer
// one has written nothing but once, and a writer without a token.
func TestTheExampleOfAStoreRefusesOldLeaders(t *testing.T) {
	file := filepath.Join(t.TempDir(), "state")
	for _, try := range []struct {
		token, data string
		code        int
		has         string
	}{
		{"1764328000123", "one", 0, "one"},
		{"1764328000123", "two", 0, "two"},
		{"1764328000125", "three", 0, "three"},
		{"1764328000124", "stale", 1, "three"},
		{"", "none", 2, "three"},
		{"-1", "odd", 2, "three"},
		{"1764328000125", "four", 0, "four"},
	} {
		code, says := put(t, file, try.token, try.data)
		has, _ := os.ReadFile(file)
		if code != try.code || string(has) != try.has || (code != 0) != (says != "") {
			t.Errorf("%s writes %s: exit code %d, the file has %q; %s", try.token, try.data, code, has, says)
		}
	}
	left, err := filepath.Glob(file + "*")
	if err != nil || len(left) != 3 { // the file, its token, its lock
		t.Errorf("it leaves %v, %v", left, err)
	}
}

// Of leaders that write at one time the newest remains.
func TestTheExampleOfAStoreKeepsTheNewestOfMany(t *testing.T) {
	file := filepath.Join(t.TempDir(), "state")
	var all sync.WaitGroup
	for i := range 12 {
		all.Go(func() { put(t, file, fmt.Sprint(100+(i*7)%12), fmt.Sprint(100+(i*7)%12)) })
	}
	all.Wait()
	if has, err := os.ReadFile(file); err != nil || string(has) != "111" {
		t.Errorf("%s, %v", has, err)
	}
}
