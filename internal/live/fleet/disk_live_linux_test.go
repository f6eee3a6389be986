//go:build live && linux

package fleet_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// TestFullDisk fills the disk under the best agent: it becomes silent and another takes
// over. Once there is space it leads again, in a new incarnation, without any order.
func TestFullDisk(t *testing.T) {
	if *algorithmOfAll == "tanist" {
		t.Skip("tanist saves nothing, so that no write of it fails")
	}
	f := cluster(t, 3, local...)
	best := f.Agents[2]
	if err := os.MkdirAll(best.Dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", best.Dir, "tmpfs", 0, "size=256k,mode=700"); err != nil {
		t.Skipf("a small disk needs the right to mount one: %v", err)
	}
	t.Cleanup(func() {
		best.Kill()
		if err := syscall.Unmount(best.Dir, 0); err != nil {
			t.Error(err)
		}
	})
	if leader := start(t, f); leader != best {
		t.Fatalf("%s leads, want %s", leader.Name, best.Name)
	}
	before, _ := best.Status(t.Context())
	filler := filepath.Join(best.Dir, "filler")
	if err := os.WriteFile(filler, make([]byte, 1<<20), 0o600); !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("the disk is not full: %v", err)
	}
	if err := best.Order(t.Context(), "elect"); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the best is silent", func() bool {
		st, ok := best.Status(t.Context())
		return ok && !st.Healthy() && st.Leader == nil
	})
	eventually(t, "another leads", func() bool { return leaderKnown(t.Context(), f.Agents[0]) == f.Agents[1].Name })
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	freed := time.Now()
	await(t, f, f.IsBest)
	fmt.Printf("a full disk: all followed the best again %.1f s after there was room\n", time.Since(freed).Seconds())
	if after, _ := best.Status(t.Context()); after.Incarnation <= before.Incarnation {
		t.Errorf("incarnation %d after %d", after.Incarnation, before.Incarnation)
	}
	healthy(t, f)
}
