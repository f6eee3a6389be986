// Package lock lets one process at a time have a directory to itself.
//
// It assumes that all who want the directory take the same file in it, and that
// a file system which pretends to lock, as some over a network do, is not used by
// two machines at once. It never waits, and where the system locks files it never
// leaves a stale lock, however its holder ended; which systems do not is said at
// Take.
package lock

import "errors"

// ErrInUse marks a lock that another process holds.
var ErrInUse = errors.New("in use")
