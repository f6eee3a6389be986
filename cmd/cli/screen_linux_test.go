package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"bellwether/internal/base/wording"
	"bellwether/internal/draw/table"
	"bellwether/internal/testkit/sample"
)

// onTerminal runs the program on a terminal of so many columns, and returns its output.
func onTerminal(t *testing.T, columns uint16, env []string, args ...string) string {
	t.Helper()
	shown, terminal := pty(t, columns)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, args...)
	cmd.Args[0] = "bellwether" // testscript.Main looks at the name
	cmd.Stdout, cmd.Env = terminal, append(os.Environ(), env...)
	var text bytes.Buffer
	done := make(chan struct{})
	go func() {
		io.Copy(&text, shown) // ends with an error when no process has the terminal open
		close(done)
	}()
	err = cmd.Run()
	terminal.Close()
	<-done
	if err != nil {
		t.Errorf("%v: %v", args, err)
	}
	return strings.ReplaceAll(text.String(), "\r\n", "\n")
}

// pty opens a pseudo-terminal: both of its ends.
func pty(t *testing.T, columns uint16) (shown, terminal *os.File) {
	t.Helper()
	shown, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skipf("no terminals here: %v", err)
	}
	t.Cleanup(func() { shown.Close() })
	fd := int(shown.Fd())
	if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: columns}); err != nil {
		t.Fatal(err)
	}
	terminal, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { terminal.Close() })
	return shown, terminal
}

// A terminal gets tables of its width, and colours unless the user disables them.
func TestTerminalsGetBoxesAndColours(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a process for each terminal")
	}
	colourful := []string{"TERM=xterm-256color", "NO_COLOR=", "COLUMNS="}
	for i, c := range []struct {
		why     string
		columns uint16
		env     []string
		args    []string
		widest  int
		colours table.Ink
	}{
		{"the terminal's width", 70, colourful, nil, 70, table.Coloured},
		{"COLUMNS goes before the terminal's", 70, append(colourful, "COLUMNS=100"), nil, 100, table.Coloured},
		{"--width goes before both", 70, append(colourful, "COLUMNS=100"), []string{"--width", "64"}, 64, table.Coloured},
		{"NO_COLOR", 70, append(colourful, "NO_COLOR=1"), nil, 70, table.Uncoloured},
		{"a dumb terminal", 70, append(colourful, "TERM=dumb"), nil, 70, table.Uncoloured},
		{"--color goes before NO_COLOR", 70, append(colourful, "NO_COLOR=1"), []string{"--color", "always"}, 70, table.Coloured},
		{"--color never", 70, colourful, []string{"--color", "never"}, 70, table.Uncoloured},
	} {
		if !sample.Takes(i, 2) {
			continue
		}
		text := onTerminal(t, c.columns, c.env, append([]string{"scenarios", "list"}, c.args...)...)
		if got := table.Ink(strings.Contains(text, "\x1b[")); got != c.colours {
			t.Errorf("%s: colours %v, want %v", c.why, got, c.colours)
		}
		widest := 0
		for line := range strings.Lines(text) {
			widest = max(widest, wording.Width(strings.TrimSuffix(line, "\n")))
		}
		if widest > c.widest || widest < c.widest-12 || !strings.Contains(text, "┌") {
			t.Errorf("%s: %d columns of %d:\n%s", c.why, widest, c.widest, text)
		}
	}
}
