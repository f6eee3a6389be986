// Package build identifies the running program and the machine, and keeps the licences of
// everything that is linked into the programs of this module.
//
// It assumes that its revision, the version of Go and the build flags identify a build of
// a clean checkout or of a released module: go.sum fixes the modules that it needs. Any
// other build (uncommitted changes, "go run", a test, a module replaced by a directory)
// is identified by the SHA-256 of the program's file. Two builds with the same name have
// the same bytes or the same sources; "go run" and "go build" of the same sources are two
// builds.
//
// Permissive licences ask that their text goes with the binary, and MPL-2.0 that its user is
// told where the source is. NOTICES.txt must be that of the sources: its test asks go list for
// the modules of each program on each system that a release is built for, reads their licences
// from the module cache, and fails where the file says something else. "go test
// ./internal/base/build -update" writes it. What a program links is read from its own build
// information, so that a program of another module with more modules says which of them have
// no notice here.
//
// The package never uses the network, nor a licence that the test does not know by name.
//
// Cost: the program's file is read once, if it must be: about 50 ms for 40 MB. The notices take
// 200 kB of the binary. They are not packed: that would save 0.4 % of the program, and hide from
// a reviewer what a new module brings.
package build
