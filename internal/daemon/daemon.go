package daemon

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"sync"
	"time"

	"bellwether/live"
	"bellwether/live/api"
	"bellwether/live/gossip"
	"bellwether/live/hook"
	"bellwether/live/store"
	"bellwether/trace"
)

// A Daemon is one agent with all that belongs to it.
type Daemon struct {
	s       *Settings
	log     *slog.Logger
	level   *slog.LevelVar
	dir     *store.Dir
	gossip  *gossip.Gossip
	agent   *live.Agent
	hooks   *hook.Runner
	sensor  *sensing
	api     *api.API
	version string
	trace   *traceFile
}

// SocketName is the local socket's name in the state directory.
const SocketName = "control.sock"

// leaveTime bounds a graceful end: systemd kills after 90 s.
const leaveTime = time.Minute

// Run runs an agent until ctx ends, then leaves. Whenever reload has a value the
// settings it gives take effect, as far as they can.
func Run(ctx context.Context, s *Settings, version string, log *slog.Logger, level *slog.LevelVar, reload <-chan *Settings) (err error) {
	d := &Daemon{s: s, log: log, level: level, version: version}
	token, err := s.token()
	if err != nil {
		return err
	}
	if d.dir, err = store.Open(s.State); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.dir.Close()) }()
	local, err := api.ListenLocal(filepath.Join(s.State, SocketName))
	if err != nil {
		return err
	}
	defer local.Close()
	remote, err := d.listen()
	if err != nil {
		return err
	}
	if remote != nil {
		defer remote.Close()
	}
	if err := d.start(token); err != nil {
		return err
	}
	return d.serve(ctx, reload, local, remote)
}

// listen opens the HTTP port.
func (d *Daemon) listen() (net.Listener, error) {
	if d.s.HTTP == "off" {
		return nil, nil
	}
	l, err := net.Listen("tcp", d.s.HTTP)
	if err != nil {
		return nil, fmt.Errorf("daemon: HTTP cannot be served at %s (another agent on this machine? give each its own http, or off): %w", d.s.HTTP, err)
	}
	return l, nil
}
