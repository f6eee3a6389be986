// Package durable writes files that get their names only when they are complete and on
// disk, and gives one process at a time exclusive use of a directory.
//
// A file is written under a temporary name, synced and renamed, and its directory is synced.
// The package assumes that a rename within one directory is atomic, as in POSIX. It never leaves
// part of a file under the requested name. If a step fails it removes the temporary file;
// after a crash that file may remain, with a name that ends in [Beside]. It replaces only
// files, never a device. Two writers of one name do not disturb each other: the later
// rename counts. A program that ends while writers are at work calls Abandon, which removes
// the temporary files of the whole process: it is the process that ends.
//
// A lock assumes that all processes lock the same file in the directory, and that two
// machines do not use it at once over a network file system that only pretends to lock.
// [Lock] never waits. If the system can lock files, it never leaves a stale lock, however its
// holder ended; Lock says which systems cannot.
//
// The module github.com/gofrs/flock does not replace [Lock]: on Windows it locks the first byte of
// the file and gives no access to its handle, so a process that is refused could not read the
// number with which the file begins, and its error could not name the holder. There it would also
// not exclude an older bellwether, which locks a byte behind the number.
//
// Cost: two syncs of the disk per file.
package durable
