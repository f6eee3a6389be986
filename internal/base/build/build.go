package build

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
)

// A Build is one program.
type Build struct {
	Version  string `json:"version"`            // a release, or a commit, "+changes" if it was not clean
	Revision string `json:"revision,omitempty"` // of a clean checkout
	Go       string `json:"go"`                 // go1.26.1
	Flags    string `json:"flags,omitempty"`    // that may change what it does: -tags=x
	// Executable is the SHA-256 of the program's file, if no revision identifies the
	// build.
	Executable string `json:"executable_sha256,omitempty"`
}

// A Machine is what results may depend on besides the program. Level is the least
// processor that the program was compiled for, as in GOAMD64.
type Machine struct {
	OS    string `json:"os"`
	Arch  string `json:"arch"`
	Level string `json:"level,omitempty"`
}

// String returns linux/amd64 v1.
func (m Machine) String() string { return strings.TrimSpace(m.OS + "/" + m.Arch + " " + m.Level) }

// SameProcessor reports whether the programs of both machines use the same instructions.
// The operating system does not matter: the emulator does not use it.
func (m Machine) SameProcessor(other Machine) bool {
	return m.Arch == other.Arch && m.Level == other.Level
}

// shownHash is the number of hexadecimal digits of a hash in a name: 128 bits, so that no
// two programs share a name.
const shownHash = 32

// Name is the unique name of this build.
func (b Build) Name() string {
	parts := []string{b.Version, b.Go}
	if b.Flags != "" {
		parts = append(parts, b.Flags)
	}
	if b.Executable != "" {
		parts = append(parts, "executable "+b.Executable[:min(len(b.Executable), shownHash)])
	}
	return strings.Join(parts, ", ")
}

// This returns the running program and its machine. It fails if the program's file cannot
// be read.
var This = sync.OnceValues(func() (Program, error) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = new(debug.BuildInfo)
	}
	p := Program{Of(info), machine(info)}
	if p.Build.Revision == "" {
		sum, err := executable()
		if err != nil {
			return p, fmt.Errorf("the program cannot be identified: %w", err)
		}
		p.Build.Executable = sum
	}
	return p, nil
})

// A Program is a build on a machine.
type Program struct {
	Build   Build   `json:"build"`
	Machine Machine `json:"machine"`
}

// Version is the build's version for people: a release, or a commit.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	return version(info)
}

// Library is the version of the module of bellwether in this build, which differs from
// Version in a program of another module.
func Library() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Path == ours || sibling(info) {
		return Version()
	}
	for _, d := range info.Deps {
		if d.Path == ours && d.Replace == nil {
			return d.Version
		}
	}
	return devel // a directory replaces it
}

// ours is the path of the module of bellwether.
var ours = strings.TrimSuffix(reflect.TypeFor[Build]().PkgPath(), "/internal/base/build")

// sibling reports whether the program is of another module of this repository: one below ours
// whose go.mod replaces ours by the root of the checkout. Git describes both at once, so the
// replacement makes no build unclean.
func sibling(info *debug.BuildInfo) bool {
	below, ok := strings.CutPrefix(info.Main.Path, ours+"/")
	if !ok {
		return false
	}
	root := strings.TrimSuffix(strings.Repeat("../", 1+strings.Count(below, "/")), "/")
	for _, d := range info.Deps {
		if d.Path == ours {
			return d.Replace != nil && d.Replace.Version == "" && filepath.ToSlash(d.Replace.Path) == root
		}
	}
	return false
}

// Called is the name of the running program, as its user types it: bellwether, also in
// tests, or the name of the file of another program.
func Called() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || len(os.Args) == 0 || strings.HasPrefix(info.Path, ours+"/") {
		return "bellwether"
	}
	return strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe")
}

// devel is the version of a module that was not released.
const devel = "(devel)"

func version(info *debug.BuildInfo) string {
	commit, dirty := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = s.Value[:min(len(s.Value), 12)]
		case s.Key == "vcs.modified" && s.Value == "true":
			dirty = "+changes"
		}
	}
	switch v := info.Main.Version; {
	case v != "" && v != devel:
		return v
	case commit != "":
		return "commit " + commit + dirty
	}
	return devel
}

// Of returns the build of a program, of another file too, without the hash of its file.
func Of(info *debug.BuildInfo) Build {
	b := Build{Version: version(info), Go: cmp.Or(info.GoVersion, runtime.Version())}
	revision, clean := info.Main.Sum, true // of a module that was downloaded
	var flags []string
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			revision = s.Value
		case s.Key == "vcs.modified":
			clean = clean && s.Value != "true"
		case s.Key == "-compiler" || s.Key == "-buildmode" || s.Key == "-trimpath":
			// These flags change no result.
		case strings.HasPrefix(s.Key, "-"):
			flags = append(flags, s.Key+"="+s.Value)
		}
	}
	for _, d := range info.Deps {
		known := d.Replace == nil || d.Replace.Version != "" || d.Path == ours && sibling(info)
		clean = clean && known // else a directory replaces it, whose contents are unknown
	}
	b.Flags = strings.Join(flags, " ")
	if clean {
		b.Revision = revision
	}
	return b
}

// machine returns what the program was compiled for.
func machine(info *debug.BuildInfo) Machine {
	m := Machine{OS: runtime.GOOS, Arch: runtime.GOARCH}
	for _, s := range info.Settings {
		if s.Key == "GO"+strings.ToUpper(m.Arch) {
			m.Level = s.Value
		}
	}
	return m
}

// executable hashes the file of the running program. On Linux it is the right file even
// if another has taken its name since.
func executable() (string, error) {
	name := "/proc/self/exe"
	f, err := os.Open(name)
	if runtime.GOOS != "linux" || err != nil {
		if name, err = os.Executable(); err != nil {
			return "", err
		}
		if f, err = os.Open(name); err != nil {
			return "", err
		}
	}
	defer f.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
}
