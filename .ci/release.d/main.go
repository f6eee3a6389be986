//go:build release

// Command release checks the programs that .ci/release built, and packs them.
//
//	go run -tags release ./.ci/release.d check BIN            that they are one build, with notices
//	go run -tags release ./.ci/release.d pack BIN OUT SECONDS archives, sums, and what a container is made of
//
// BIN holds a directory for each system, as linux-arm64, with the program in it. SECONDS is
// the time that stands in archives, so that the same programs give the same bytes.
package main

import (
	"debug/buildinfo"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"bellwether/internal/base/build"
)

// A program is a program that was built.
type program struct {
	system, processor string
	file              string // where it lies
	info              *buildinfo.BuildInfo
}

// name is linux-arm64.
func (p program) name() string { return p.system + "-" + p.processor }

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) < 2 || args[0] == "pack" && len(args) != 4 {
		return errors.New("usage: check BIN | pack BIN OUT SECONDS")
	}
	all, err := find(args[1])
	if err != nil {
		return err
	}
	if err := check(all); err != nil {
		return err
	}
	if args[0] == "check" {
		fmt.Printf("%d programs of one build: %s\n", len(all), build.Of(all[0].info).Name())
		return nil
	}
	seconds, err := strconv.ParseInt(args[3], 10, 64)
	if err != nil {
		return fmt.Errorf("the time of archives: %w", err)
	}
	return pack(all, args[2], time.Unix(seconds, 0).UTC())
}

// find reads the build information in the programs.
func find(bin string) ([]program, error) {
	files, err := filepath.Glob(filepath.Join(bin, "*-*", "bellwether*"))
	if err != nil {
		return nil, err
	}
	var all []program
	for _, file := range files {
		system, processor, _ := strings.Cut(filepath.Base(filepath.Dir(file)), "-")
		info, err := buildinfo.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		all = append(all, program{system, processor, file, info})
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s has no programs", bin)
	}
	return all, nil
}

// check checks what a release promises of the programs: one name of a build in all lines of
// results, from a clean checkout, the system that the directory says, nothing of C, and a
// notice for each module.
func check(all []program) error {
	want := build.Of(all[0].info).Name()
	var faults []error
	for _, p := range all {
		fault := func(format string, args ...any) {
			faults = append(faults, fmt.Errorf(p.name()+": "+format, args...))
		}
		b := build.Of(p.info)
		if b.Name() != want {
			fault("it is the build %q, and %s is %q: results of the two could not be merged", b.Name(), all[0].name(), want)
		}
		if b.Revision == "" {
			fault("it is not of a clean checkout: it would be named by the hash of its file, and no two systems' results could be merged")
		}
		settings := map[string]string{}
		for _, s := range p.info.Settings {
			settings[s.Key] = s.Value
		}
		for key, want := range map[string]string{"GOOS": p.system, "GOARCH": p.processor, "CGO_ENABLED": "0", "-trimpath": "true"} {
			if settings[key] != want {
				fault("%s is %q and should be %q", key, settings[key], want)
			}
		}
		if none := build.Missing(p.info); len(none) > 0 {
			fault("no notices for %s: go test ./internal/base/build -update", strings.Join(none, ", "))
		}
	}
	return errors.Join(faults...)
}
