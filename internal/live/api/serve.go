package api

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// Limits of a connection.
const (
	headerTime  = 5 * time.Second  // a client that sends its header slowly is cut off
	requestTime = 15 * time.Second // reading a request
	replyTime   = 3 * time.Minute  // a graceful leave takes longest
	idleTime    = 2 * time.Minute
	headerLimit = 16 << 10
	// connections bounds the open connections of an entrance: all event streams,
	// and three times as many requests.
	connections = 4 * streamLimit
	// farewell is how long open requests may still take when the server ends.
	farewell = 2 * time.Second
)

// Serve serves h until ctx ends. The listener is closed then, and open requests are answered,
// for as long as farewell. Beyond the bounds of connections the oldest idle one is closed: see conns.
func Serve(ctx context.Context, l net.Listener, h http.Handler, logger *slog.Logger) error {
	open := &conns{each: connectionsEach, total: connections}
	s := &http.Server{
		ConnState:         open.note,
		Handler:           h,
		ErrorLog:          log.New(complaints{logger}, "", 0),
		BaseContext:       func(net.Listener) context.Context { return ctx }, // ends event streams
		ReadHeaderTimeout: headerTime, ReadTimeout: requestTime, WriteTimeout: replyTime,
		IdleTimeout: idleTime, MaxHeaderBytes: headerLimit,
	}
	ended := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(ended)
		late, cancel := context.WithTimeout(context.Background(), farewell)
		defer cancel()
		if s.Shutdown(late) != nil {
			s.Close()
		}
	})
	defer stop()
	if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	<-ended // http.Server.Serve returns as soon as Shutdown begins
	return nil
}

// complaints logs the error lines of an HTTP server. Faults of clients, which may be any number
// of lines, are logged at level debug; a panic of a handler is logged as an error.
type complaints struct{ logger *slog.Logger }

func (c complaints) Write(line []byte) (int, error) {
	level := slog.LevelDebug
	if bytes.Contains(line, []byte("panic serving")) {
		level = slog.LevelError
	}
	c.logger.Log(context.Background(), level, "HTTP", "error", strings.TrimSpace(string(line)))
	return len(line), nil
}

// SocketName is the local socket's name in an agent's state directory.
const SocketName = "control.sock"

// ListenLocal opens a local socket that only its owner can use. One that a former
// agent left behind is taken away; one in use is an error.
func ListenLocal(path string) (net.Listener, error) {
	if c, err := net.DialTimeout("unix", path, time.Second); err == nil {
		c.Close()
		return nil, fmt.Errorf("an agent answers at %s already: give this one a state directory of its own", path)
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("the old socket cannot be removed: %w", err)
	}
	// Nobody else can interfere: only the owner may write to the directory.
	if info, err := os.Stat(filepath.Dir(path)); err == nil && info.Mode().Perm()&0o022 != 0 && runtime.GOOS != "windows" {
		return nil, fmt.Errorf("others may write to %s, so its socket is not safe: chmod go-w it", filepath.Dir(path))
	}
	l, err := net.Listen("unix", path)
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(path, 0o600); err != nil {
		l.Close()
		return nil, err
	}
	return l, nil
}
