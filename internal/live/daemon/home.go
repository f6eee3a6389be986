package daemon

import (
	"os"
	"path/filepath"
	"strings"

	"bellwether/internal/live/api"
)

// A Home names one agent of this machine.
type Home struct {
	Name  string // of the agent; default the host's
	State string // its directory; default by its name
}

// resolve fills in the defaults.
func (h Home) resolve() (Home, error) {
	var err error
	if h.Name == "" {
		if h.Name, err = os.Hostname(); err != nil {
			return h, err
		}
	}
	if h.State == "" {
		dir, err := stateHome()
		if err != nil {
			return h, err
		}
		h.State = filepath.Join(dir, safe(h.Name))
	}
	return h, nil
}

// Socket is the path of the agent's local socket.
func (h Home) Socket() (string, error) {
	h, err := h.resolve()
	if err != nil {
		return "", err
	}
	return filepath.Join(h.State, api.SocketName), nil
}

// stateHome is where agents keep their directories: systemd's StateDirectory, or
// below the user's XDG_STATE_HOME (XDG Base Directory Specification 0.8).
func stateHome() (string, error) {
	if dir := os.Getenv("STATE_DIRECTORY"); filepath.IsAbs(dir) {
		return dir, nil
	}
	if dir := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "bellwether"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(home, ".local", "state", "bellwether"), nil
}

// safe makes a file name from a node's name.
func safe(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '/' || r == filepath.Separator || r < ' ' {
			return '-'
		}
		return r
	}, strings.TrimLeft(name, "."))
}
