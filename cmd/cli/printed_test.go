package cli

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

// full is a standard output on a full disk.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("the disk is full") }

// Every verb fails if its output is lost, also one that prints a single line.
func TestOutputThatIsLostIsAnError(t *testing.T) {
	for _, command := range []string{"live keys new", "--help", "run --help", "scenarios check ten-nodes", "metrics", "algorithms bully", "scenarios show ten-nodes",
		"explore --nodes 2 --algorithm bully", "version", "completion bash"} {
		var said bytes.Buffer
		code := (&App{Stdout: full{}, Stderr: &said}).Main(t.Context(), strings.Fields(command))
		if want := "what was printed is not complete: the disk is full\n"; code != exitFailed || !strings.HasSuffix(said.String(), want) {
			t.Errorf("%s: exit code %d, %q", command, code, said.String())
		}
	}
}
