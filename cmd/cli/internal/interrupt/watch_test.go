package interrupt

import (
	"context"
	"os"
	"os/signal"
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
		"a verb that ends in time":      {began: true, endsAfter: within / 2},
		"a verb that hangs":             {began: true, endsAfter: 2 * within, cut: true},
		"wrong usage, no verb ever ran": {endsAfter: within / 2},
	} {
		bubble.Test(t, func(t *testing.T) {
			ctx, interrupt := context.WithCancel(t.Context())
			var cut atomic.Bool
			w := Watch(ctx, Actions{HangUp: func() {}, Exit: func() { cut.Store(true) }})
			if c.began {
				w.Began(&cobra.Command{})
			}
			interrupt()
			time.Sleep(c.endsAfter)
			w.Ended()
			time.Sleep(time.Hour)
			if cut.Load() != c.cut {
				t.Errorf("%s: cut off: %t, want %t", name, cut.Load(), c.cut)
			}
		})
	}
}
