// Package browser shows films in the browser of this machine: it serves a page until the verb is
// interrupted, or writes one page into a file. A page asks for no password, so that only addresses
// of this machine are served. Without a desktop the printed address suffices.
package browser

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"bellwether/internal/base/durable"
	"bellwether/internal/study/results"
	"bellwether/internal/viewer"
	"bellwether/internal/viewer/film"
)

// CheckLoopback refuses an address that other machines reach: the page asks for no password.
func CheckLoopback(address string) error {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return fmt.Errorf("--listen %s is no address: want one like 127.0.0.1:8000", address)
	}
	if at, err := netip.ParseAddr(host); host != "localhost" && (err != nil || !at.IsLoopback()) {
		return fmt.Errorf("--listen %s is not of this machine alone, and the page asks for no password: take 127.0.0.1 or localhost, or hand out a page by --out", address)
	}
	return nil
}

// Listen begins to serve at an address of this machine.
func Listen(address string) (net.Listener, error) {
	l, err := net.Listen("tcp", address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("--listen %s: another program serves there: leave it out for a free port", address)
	}
	return l, err
}

// ServeFilms serves until the command is interrupted.
func ServeFilms(cmd *cobra.Command, address string, films []*film.Film, open bool) error {
	l, err := Listen(address)
	if err != nil {
		return err
	}
	url := "http://" + l.Addr().String() + "/"
	fmt.Fprintf(cmd.OutOrStdout(), "%s\n", url)
	fmt.Fprintln(cmd.ErrOrStderr(), "Ctrl-C ends it.")
	if open {
		Open(url)
	}
	return ServeUntil(cmd.Context(), l, viewer.Handler(films))
}

// A browser sends the head of a request at once, and gets what it asked for within a second
// when the command is interrupted.
const (
	headerTime  = 10 * time.Second
	lastAnswers = time.Second
)

// ServeUntil serves until the context ends.
func ServeUntil(ctx context.Context, l net.Listener, handler http.Handler) error {
	server := &http.Server{Handler: handler, ReadHeaderTimeout: headerTime}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(l) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
		last, cancel := context.WithTimeout(context.Background(), lastAnswers)
		defer cancel()
		_ = server.Shutdown(last)
		return nil
	}
}

// Open asks the desktop to open a page. Without one, the printed address suffices.
func Open(url string) {
	name := map[string]string{"darwin": "open", "windows": "explorer"}[runtime.GOOS]
	if name == "" {
		name = "xdg-open"
	}
	if c := exec.Command(name, url); c.Start() == nil {
		go func() { _ = c.Wait() }()
	}
}

func WritePage(said io.Writer, name string, films []*film.Film) error {
	file, err := durable.Create(durable.OS{}, name, results.Readable)
	if err != nil {
		return err
	}
	if err := viewer.WritePage(file, films); err != nil {
		file.Drop()
		return err
	}
	if err := file.Commit(); err != nil {
		return err
	}
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	fmt.Fprintf(said, "%s: %.1f MB, for any browser\n", name, float64(info.Size())/1e6)
	return nil
}
