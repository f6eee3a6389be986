package cli

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
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"bellwether/internal/base/durable"
	"bellwether/internal/base/errs"
	"bellwether/internal/study/registry"
	"bellwether/internal/study/results"
	"bellwether/internal/viewer"
	"bellwether/internal/viewer/film"
	"bellwether/trace"
)

func viewCommand(reg *registry.Registry) *cobra.Command {
	var f struct {
		out    string
		listen string
		noOpen bool
	}
	cmd := &cobra.Command{
		Use:   "view TRACE|STORY…",
		Short: "Watch a trace in the browser",
		Long: `Show traces in the browser: the nodes where they are, whom they follow, messages on their
way, the conversation as a space-time diagram, a node's state, and the curves of the run,
at any instant. Several traces run side by side on one clock; those of the agents of one cluster are
merged, as "bellwether live replay" does, and their clocks corrected. A story, and what explore has
found, is played, a second for each step: its file is named .story.

A page on this machine is served until Ctrl-C. It answers this machine alone, and fetches
nothing from elsewhere. With --out one file is written, which a browser opens from disk.`,
		Example: `  bellwether run ten-nodes --runs 1 --algorithms vasudevan --trace ten.ndjson
  bellwether view ten.ndjson
  bellwether view vasudevan.ndjson bully.ndjson
  bellwether view ten.ndjson --out ten.html
  bellwether view traces/*.ndjson
  bellwether view election/testdata/fig-1.story`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			page, dir := cmd.Flags().Changed("out"), os.TempDir()
			if page {
				dir = ""
				if err := apart(f.out, args); err != nil {
					return err
				}
			}
			if err := loopback(f.listen); err != nil {
				return err
			}
			films, err := readFilms(cmd.Context(), cmd.ErrOrStderr(), reg, args, dir)
			defer closeFilms(films)
			if err != nil {
				return err
			}
			if page {
				return writeViewPage(cmd.ErrOrStderr(), f.out, films)
			}
			return serveFilms(cmd, f.listen, films, !f.noOpen)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.out, "out", "", "write one page to this `file`, and serve none")
	flags.StringVar(&f.listen, "listen", "127.0.0.1:0", "serve at this `address` of this machine; port 0 is a free one")
	flags.BoolVar(&f.noOpen, "no-open", false, "do not open a browser")
	return cmd
}

// readFilms reads the traces. A trace that ends within a line is shown up to there; those of several
// live agents are one.
func readFilms(ctx context.Context, said io.Writer, reg *registry.Registry, names []string, dir string) ([]*film.Film, error) {
	var films []*film.Film
	zero := earliest(names)
	if zero != 0 {
		if one, err := mergeFilm(ctx, said, reg, names, dir); one != nil {
			return []*film.Film{one}, err
		} else if err != nil {
			return nil, err
		}
	}
	for _, name := range names {
		if strings.HasSuffix(name, storyEnds) {
			one, err := filmStory(reg, name, said)
			if err != nil {
				return films, err
			}
			films = append(films, one)
			continue
		}
		file, err := os.Open(name)
		if err != nil {
			return films, err
		}
		one, err := film.Read(file, film.Options{Name: name, Dir: dir, Zero: zero, Progress: reading(said, name)})
		file.Close()
		if one == nil {
			return films, err
		}
		films = append(films, one)
		if err != nil {
			one.Head.Note = fmt.Sprintf("The trace is damaged, and shown up to there: %s.", errs.ForPeople(err))
			fmt.Fprintf(said, "warning: %s\n", one.Head.Note)
		}
	}
	return films, nil
}

// earliest is the first instant of several traces of live agents, in nanoseconds since 1970; 0 if
// there are not several, or not all are of live agents. What cannot be read is told by who reads all of it.
func earliest(names []string) (zero int64) {
	if len(names) < 2 {
		return 0
	}
	for _, name := range names {
		file, err := os.Open(name)
		if err != nil {
			return 0
		}
		in, err := trace.NewReader(file, name)
		file.Close()
		if err != nil || in.Header.Zero == 0 {
			return 0
		}
		if zero == 0 || in.Header.Zero < zero {
			zero = in.Header.Zero
		}
	}
	return zero
}

// betweenSaid is between two words on how far a trace was read: those of usual size need none.
const betweenSaid = 3 * time.Second

// reading says now and then how far a trace was read.
func reading(said io.Writer, name string) func(records int) {
	last := time.Now()
	return func(records int) {
		if time.Since(last) < betweenSaid {
			return
		}
		last = time.Now()
		fmt.Fprintf(said, "%s: %.1f million records read\n", name, float64(records)/1e6)
	}
}

// apart refuses a page that would overwrite a trace.
func apart(page string, traces []string) error {
	if page == "" {
		return errors.New("--out has no name: name a file, like page.html")
	}
	out, err := os.Stat(page)
	if err != nil {
		return nil // it is new, or it is told as it is written
	}
	for _, name := range traces {
		if in, err := os.Stat(name); err == nil && os.SameFile(in, out) {
			return fmt.Errorf("--out %s is the file that is read, and would be overwritten: name another file", page)
		}
	}
	return nil
}

// loopback refuses an address that other machines reach: the page asks for no password.
func loopback(address string) error {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return fmt.Errorf("--listen %s is no address: want one like 127.0.0.1:8000", address)
	}
	if at, err := netip.ParseAddr(host); host != "localhost" && (err != nil || !at.IsLoopback()) {
		return fmt.Errorf("--listen %s is not of this machine alone, and the page asks for no password: take 127.0.0.1 or localhost, or hand out a page by --out", address)
	}
	return nil
}

func writeViewPage(said io.Writer, name string, films []*film.Film) error {
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

// listen begins to serve at an address of this machine.
func listen(address string) (net.Listener, error) {
	l, err := net.Listen("tcp", address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("--listen %s: another program serves there: leave it out for a free port", address)
	}
	return l, err
}

// serveFilms serves until the command is interrupted.
func serveFilms(cmd *cobra.Command, address string, films []*film.Film, open bool) error {
	l, err := listen(address)
	if err != nil {
		return err
	}
	url := "http://" + l.Addr().String() + "/"
	fmt.Fprintf(cmd.OutOrStdout(), "%s\n", url)
	fmt.Fprintln(cmd.ErrOrStderr(), "Ctrl-C ends it.")
	if open {
		openBrowser(url)
	}
	return serveUntil(cmd.Context(), l, viewer.Handler(films))
}

// A browser sends the head of a request at once, and gets what it asked for within a second
// when the command is interrupted.
const (
	headerTime  = 10 * time.Second
	lastAnswers = time.Second
)

// serveUntil serves until the context ends.
func serveUntil(ctx context.Context, l net.Listener, handler http.Handler) error {
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

// openBrowser asks the desktop to open a page. Without one, the printed address suffices.
func openBrowser(url string) {
	name := map[string]string{"darwin": "open", "windows": "explorer"}[runtime.GOOS]
	if name == "" {
		name = "xdg-open"
	}
	if c := exec.Command(name, url); c.Start() == nil {
		go func() { _ = c.Wait() }()
	}
}
