package cli

import (
	"bytes"
	"strings"
	"testing"
)

// An algorithm that is named twice is hunted once.
func TestHuntOfAnAlgorithmNamedTwice(t *testing.T) {
	for _, names := range []string{"bully,bully", "bully,bully,bully"} {
		var out, said bytes.Buffer
		code := run(strings.Fields("hunt --quiet --worlds 2 --algorithm "+names), &out, &said)
		if code != exitDone || !strings.Contains(out.String(), "tried: 2 worlds of 1 algorithm,") {
			t.Errorf("%s: exit code %d, %s%s", names, code, out.String(), said.String())
		}
	}
}
