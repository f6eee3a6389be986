package cmdline

import (
	"errors"
	"fmt"
	"os"
)

// Apart refuses an output file that is one of the files that are read.
func Apart(page string, traces []string) error {
	if page == "" {
		return errors.New("--out has no name: name a file, like page.html")
	}
	out, err := os.Stat(page)
	if err != nil {
		return nil // it is new, or writing it gives the error
	}
	for _, name := range traces {
		if in, err := os.Stat(name); err == nil && os.SameFile(in, out) {
			return fmt.Errorf("--out %s is the file that is read, and would be overwritten: name another file", page)
		}
	}
	return nil
}
