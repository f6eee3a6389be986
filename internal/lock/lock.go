// Package lock gives one process at a time exclusive use of a directory.
//
// It assumes that all processes lock the same file in the directory, and that two
// machines do not use it at once over a network file system that only pretends to lock.
// It never waits. If the system can lock files, it never leaves a stale lock, however its
// holder ended; Take says which systems cannot.
package lock

import "errors"

// ErrInUse marks a lock that another process holds.
var ErrInUse = errors.New("in use")
