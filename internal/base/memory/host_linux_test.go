package memory

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// machine makes a machine in a directory: its procfs and its control groups. The texts are
// from Debian 12 in Docker and in Kubernetes, shortened.
func machine(t *testing.T, files map[string]string) host {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	proc := filepath.Join(root, "proc")
	if err := os.Symlink("42", filepath.Join(proc, "self")); err != nil {
		t.Fatal(err)
	}
	return host{proc: proc, root: root}
}

const (
	meminfo  = "MemTotal: 24684084 kB\nMemFree: 1000 kB\nMemAvailable: 20000000 kB\n"
	mountsV2 = "30 23 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n"
	mountsV1 = "31 23 0:28 / /sys/fs/cgroup rw - tmpfs tmpfs rw,mode=755\n" +
		"32 31 0:31 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n" +
		"35 31 0:32 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
	v2 = "sys/fs/cgroup/"
	v1 = "sys/fs/cgroup/memory/"
)

func TestTheLeastOfMachineAndGroupsApplies(t *testing.T) {
	for _, c := range []struct {
		name  string
		files map[string]string
		want  int64
		by    string
	}{
		{"no groups", map[string]string{"proc/42/cgroup": "", "proc/42/mountinfo": ""}, 20_480_000_000, "machine"},
		{"version 2, no limit", map[string]string{
			"proc/42/cgroup": "0::/user.slice\n", "proc/42/mountinfo": mountsV2,
			v2 + "user.slice/memory.max": "max\n", v2 + "user.slice/memory.current": "5\n",
		}, 20_480_000_000, "machine"},
		{"version 2, files are given up", map[string]string{
			"proc/42/cgroup": "0::/user.slice\n", "proc/42/mountinfo": mountsV2,
			v2 + "user.slice/memory.max": "1000000000\n", v2 + "user.slice/memory.current": "700000000\n",
			v2 + "user.slice/memory.stat": "anon 100000000\ninactive_file 400000000\nactive_file 200000000\n",
		}, 900_000_000, "1.0 GB"},
		{"version 2, the group above binds", map[string]string{
			"proc/42/cgroup": "0::/a/b\n", "proc/42/mountinfo": mountsV2,
			v2 + "a/memory.max": "2000000000\n", v2 + "a/memory.current": "500000000\n",
			v2 + "a/b/memory.max": "max\n", v2 + "a/b/memory.current": "500000000\n",
		}, 1_500_000_000, "2.0 GB"},
		{"version 2 in a container, the path of the host", map[string]string{
			"proc/42/cgroup": "0::/../../kubepods/pod1\n", "proc/42/mountinfo": mountsV2,
			v2 + "memory.max": "3000000000\n", v2 + "memory.current": "0\n",
			"sys/kubepods/pod1/memory.max": "1\n", // no control group
		}, 3_000_000_000, "3.0 GB"},
		{"version 2, a part is mounted", map[string]string{
			"proc/42/cgroup":      "0::/docker/abc/inner\n",
			"proc/42/mountinfo":   "30 23 0:26 /docker/abc /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n",
			v2 + "memory.max":     "3000000000\n",
			v2 + "memory.current": "0\n", v2 + "inner/memory.max": "1000000000\n", v2 + "inner/memory.current": "0\n",
		}, 1_000_000_000, "1.0 GB"},
		{"version 1", map[string]string{
			"proc/42/cgroup": "5:cpu:/\n4:memory:/job\n0::/\n", "proc/42/mountinfo": mountsV1,
			v1 + "job/memory.limit_in_bytes": "800000000\n", v1 + "job/memory.usage_in_bytes": "500000000\n",
			v1 + "job/memory.stat":       "inactive_file 1\ntotal_inactive_file 100000000\ntotal_active_file 100000000\n",
			v1 + "memory.limit_in_bytes": "9223372036854771712\n", v1 + "memory.usage_in_bytes": "1\n",
		}, 500_000_000, "800 MB"},
		{"version 1, more is used than allowed", map[string]string{
			"proc/42/cgroup": "4:memory:/job\n", "proc/42/mountinfo": mountsV1,
			v1 + "job/memory.limit_in_bytes": "800000000\n", v1 + "job/memory.usage_in_bytes": "900000000\n",
		}, 0, "800 MB"},
		{"nonsense in a file", map[string]string{
			"proc/42/cgroup": "0::/user.slice\n", "proc/42/mountinfo": mountsV2,
			v2 + "user.slice/memory.max": "much\n",
		}, 20_480_000_000, "machine"},
	} {
		c.files["proc/meminfo"] = meminfo
		got, ok := least(machine(t, c.files).bounds())
		if !ok || got.Bytes != c.want || !strings.Contains(got.By, c.by) {
			t.Errorf("%s: %d (%s), %v; want %d of %s", c.name, got.Bytes, got.By, ok, c.want, c.by)
		}
	}
}

func TestASystemWithoutFilesSetsNoBound(t *testing.T) {
	if got, ok := least((host{proc: filepath.Join(t.TempDir(), "none"), root: "/"}).bounds()); ok {
		t.Errorf("got %v", got)
	}
}

func TestThisMachineHasABound(t *testing.T) {
	if got, ok := Free(); !ok || got.Bytes < 1e6 || got.Bytes > 1<<50 {
		t.Errorf("got %v, %v", got, ok)
	}
}
