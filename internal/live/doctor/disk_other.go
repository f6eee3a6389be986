//go:build !unix

package doctor

import "io/fs"

func free(string) (bytes uint64, known bool) { return 0, false }
func writable(string) error                  { return nil }
func foreign(fs.FileInfo) bool               { return false }
func held(string) bool                       { return false }
