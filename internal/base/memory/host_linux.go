package memory

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/prometheus/procfs"
)

// system returns the memory that the machine and the control groups of this process still
// allow.
func system() []Amount { return host{proc: "/proc", root: "/"}.bounds() }

// A host is the directories in which Linux shows memory. A file that cannot be read sets
// no bound: a system that hides it must not stop work.
type host struct {
	proc string // the directory of procfs, with a directory self
	root string // of the file system, in which control groups are mounted
}

// bounds are what is free on the machine, and within each control group above this
// process.
func (h host) bounds() []Amount {
	var all []Amount
	proc, err := procfs.NewFS(h.proc)
	if err != nil {
		return nil
	}
	if info, err := proc.Meminfo(); err == nil && info.MemAvailableBytes != nil {
		all = append(all, Amount{int64(*info.MemAvailableBytes), "is free on this machine"})
	}
	self, err := proc.Self()
	if err != nil {
		return all
	}
	groups, err := self.Cgroups()
	if err != nil {
		return all
	}
	mounts, err := self.MountInfo()
	if err != nil {
		return all
	}
	for _, m := range mounts {
		for _, g := range groups {
			if layout, ok := layoutOf(m, g); ok {
				all = append(all, layout.climb(h.root, m, g.Path)...)
			}
		}
	}
	return all
}

// A layout is how one version of control groups names its files
// (Documentation/admin-guide/cgroup-v2.rst and cgroup-v1/memory.rst of Linux).
type layout struct {
	limit, usage string
	files        []string // of memory.stat: pages of files, which the kernel gives up first
}

var (
	unified = layout{"memory.max", "memory.current", []string{"inactive_file", "active_file"}}
	legacy  = layout{"memory.limit_in_bytes", "memory.usage_in_bytes", []string{"total_inactive_file", "total_active_file"}}
)

// layoutOf returns how a mount shows the memory of a control group; false if it does not.
func layoutOf(m *procfs.MountInfo, g procfs.Cgroup) (layout, bool) {
	_, memory := m.SuperOptions["memory"]
	switch {
	case m.FSType == "cgroup2" && g.HierarchyID == 0:
		return unified, true
	case m.FSType == "cgroup" && memory && slices.Contains(g.Controllers, "memory"):
		return legacy, true
	}
	return layout{}, false
}

// climb returns the bounds of a group and of all groups above it: all of them apply.
func (l layout) climb(root string, m *procfs.MountInfo, group string) []Amount {
	top := filepath.Join(root, m.MountPoint)
	at := top
	// Within a container the path may be that of the host, which is not mounted here.
	if below, ok := strings.CutPrefix(group, strings.TrimSuffix(m.Root, "/")); ok {
		at = filepath.Join(top, below)
	}
	if _, err := os.Stat(at); err != nil || !strings.HasPrefix(at, top) {
		at = top
	}
	var all []Amount
	for ; ; at = filepath.Dir(at) {
		if bound, ok := l.bound(at); ok {
			all = append(all, bound)
		}
		if at == top {
			return all
		}
	}
}

// bound is the memory that one group still allows; false if it has no limit. (Version 1 then
// shows the greatest number of bytes in whole pages, which bounds nothing.)
func (l layout) bound(dir string) (Amount, bool) {
	limit, ok := number(dir, l.limit)
	if !ok {
		return Amount{}, false
	}
	usage, _ := number(dir, l.usage)
	return Amount{limit - max(usage-l.reclaimable(dir), 0), fmt.Sprintf("the limit of %s leaves (memory control group)", Size(limit))}, true
}

// reclaimable is the part of the usage that is copies of files.
func (l layout) reclaimable(dir string) (bytes int64) {
	text, err := os.ReadFile(filepath.Join(dir, "memory.stat"))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		if n, err := strconv.ParseInt(value, 10, 64); err == nil && slices.Contains(l.files, name) {
			bytes += n
		}
	}
	return bytes
}

// number reads a file of one number; false if it says "max", or nothing.
func number(dir, name string) (int64, bool) {
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		return 0, false
	}
	n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	return n, err == nil && n >= 0
}
