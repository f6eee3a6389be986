package durable

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// beyond is where the locked byte lies: far behind the number in the file, since Windows
// lets nobody read what another process has locked.
const beyond = 1 << 30 // in units of 2³² bytes

// try locks an open file, or says that another process has.
func try(f *os.File) error {
	err := windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &windows.Overlapped{OffsetHigh: beyond})
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING) {
		return ErrInUse
	}
	return err
}
