package cli

import (
	"context"
	"io"
	"os"
	"os/signal"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"bellwether/internal/testkit/bubble"
)

// The program is ended only while a verb runs that does not end: never after the verb, since
// a program that called Main with a context of its own goes on.
func TestOnlyAVerbThatHangsIsCutOff(t *testing.T) {
	t.Parallel()
	first := make(chan os.Signal, 1) // the runtime makes its own channels at the first call: outside synctest's
	signal.Notify(first, syscall.SIGHUP)
	signal.Stop(first)
	for name, c := range map[string]struct {
		began     bool
		endsAfter time.Duration
		cut       bool
	}{
		"a verb that ends in time":      {began: true, endsAfter: obeyWithin / 2},
		"a verb that hangs":             {began: true, endsAfter: 2 * obeyWithin, cut: true},
		"wrong usage, no verb ever ran": {endsAfter: obeyWithin / 2},
	} {
		bubble.Test(t, func(t *testing.T) {
			ctx, interrupt := context.WithCancel(t.Context())
			var cut atomic.Bool
			runs, ended := obey(ctx, func() { cut.Store(true) }, func() {})
			if c.began {
				runs(&cobra.Command{}, nil)
			}
			interrupt()
			time.Sleep(c.endsAfter)
			ended()
			time.Sleep(time.Hour)
			if cut.Load() != c.cut {
				t.Errorf("%s: cut off: %t, want %t", name, cut.Load(), c.cut)
			}
		})
	}
}

// Agents and workers leave in their own time. What reads their traces ends within the second.
func TestVerbsThatEndInTheirOwnTime(t *testing.T) {
	root := rootCommand(io.Discard, nil)
	for verb, want := range map[string]bool{
		"run": false, "sweep": false, "sweep work": true, "live": true, "live demo": true, "live replay": false, "live calibrate": false,
	} {
		cmd, _, err := root.Find(strings.Fields(verb))
		if err != nil || cmd.CommandPath() != "bellwether "+verb || endsInOwnTime(cmd) != want {
			t.Errorf("%s: %t, want %t: %v", cmd.CommandPath(), endsInOwnTime(cmd), want, err)
		}
	}
}
