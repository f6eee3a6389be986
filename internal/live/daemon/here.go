package daemon

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"bellwether/internal/live/api"
)

// unitHome is where an agent that systemd started keeps its directory, as users see it:
// StateDirectory=bellwether of the unit (systemd.exec(5), "/var/lib/").
const unitHome = "/var/lib/bellwether"

// knockTime bounds a connection to a local socket. The kernel makes or refuses it at once,
// unless the agent's queue of connections is full.
const knockTime = time.Second

// Homes returns the agents of this machine that listen, and the directories of agents that
// this user may not read. Agents whose directory lies elsewhere (--state) are not found.
func Homes() (listening []Home, closed []string) {
	var all []Home
	for _, dir := range stateHomes() {
		found, err := os.ReadDir(dir)
		if errors.Is(err, fs.ErrPermission) {
			closed = append(closed, dir)
		}
		for _, entry := range found {
			all = append(all, Home{Name: entry.Name(), State: filepath.Join(dir, entry.Name())})
		}
	}
	answers := make([]bool, len(all))
	var knocking sync.WaitGroup
	for i, h := range all {
		knocking.Go(func() { answers[i] = h.listens() })
	}
	knocking.Wait()
	for i, h := range all {
		if answers[i] {
			listening = append(listening, h)
		}
	}
	return listening, closed
}

// stateHomes are the directories that hold the state directories of this machine's agents,
// that of this user's agents first. If STATE_DIRECTORY is set it is the only one.
func stateHomes() (dirs []string) {
	if own, err := stateHome(); err == nil {
		dirs = append(dirs, own)
	}
	if runtime.GOOS == "linux" && os.Getenv("STATE_DIRECTORY") == "" {
		dirs = append(dirs, unitHome)
	}
	return dirs
}

// listens reports whether an agent listens at the local socket in h.State.
func (h Home) listens() bool {
	c, err := net.DialTimeout("unix", filepath.Join(h.State, api.SocketName), knockTime)
	if err != nil {
		return false
	}
	c.Close()
	return true
}

// Find returns the listening agent that h names. Without a name it is the agent with the
// host's name, or the only one of the machine; if several others listen, that is an error. If
// none listens, it is the agent that these settings would start.
func (h Home) Find() (Home, error) {
	whole, err := h.resolve()
	if h.State != "" || err != nil {
		return whole, err
	}
	listening, _ := Homes()
	for _, other := range listening {
		if other.Name == filepath.Base(whole.State) {
			return other, nil
		}
	}
	switch {
	case h.Name != "" || len(listening) == 0:
		return whole, nil
	case len(listening) == 1:
		return listening[0], nil
	}
	return h, fmt.Errorf("%d agents run on this machine: say with --name which, %s", len(listening), Names(listening))
}

// Names lists the names of agents, for a message.
func Names(of []Home) string {
	var names []string
	for _, h := range of {
		names = append(names, h.Name)
	}
	slices.Sort(names)
	return strings.Join(slices.Compact(names), ", ")
}
