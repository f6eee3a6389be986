package daemon

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// ReadToken reads the token in a file that nobody else may read; "" has none.
func ReadToken(file string) (string, error) {
	if file == "" {
		return "", nil
	}
	text, err := readSecret(file)
	if err != nil {
		return "", err
	}
	token := strings.TrimSpace(string(text))
	if len(token) < tokenLeast {
		return "", fmt.Errorf("the token in %s has %d characters, at least %d are needed", file, len(token), tokenLeast)
	}
	return token, nil
}

// tokenLeast is 80 bits in base32: beyond guessing over a network.
const tokenLeast = 16

// readSecret reads a small file. It fails if others may read the file, too.
func readSecret(file string) ([]byte, error) {
	info, err := os.Stat(file)
	if err != nil {
		return nil, err
	}
	others := fs.FileMode(0o077)
	if dir := os.Getenv("CREDENTIALS_DIRECTORY"); dir != "" && filepath.Dir(file) == filepath.Clean(dir) {
		others = 0o007 // systemd shows in the group's bits what its access list gives to the service's user alone
	}
	// Windows has no such modes: there a file is as safe as its directory.
	if mode := info.Mode().Perm(); mode&others != 0 && runtime.GOOS != "windows" {
		return nil, fmt.Errorf("others may read %s (mode %04o): chmod 600 it", file, mode)
	}
	if info.Size() > secretLimit {
		return nil, fmt.Errorf("%s has %d bytes, at most %d are read", file, info.Size(), secretLimit)
	}
	return os.ReadFile(file)
}

const secretLimit = 4 << 10

var errNoKeys = errors.New("no keys")
