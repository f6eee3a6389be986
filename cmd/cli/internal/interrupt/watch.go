// Package interrupt ends verbs after a signal: within a second, unless a verb is marked as one that
// ends in its own time. It assumes that the context of a verb ends at a signal, and acts only when
// the verb does not. It never ends the program after the verb has ended.
package interrupt

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"
)

// within is the time in which a verb must end after Ctrl-C or TERM. Campaigns and
// searches end by themselves, keep what is finished and print it. A verb that does not
// end in time is cut off here, so that every phase of every verb obeys within a second.
const within = 900 * time.Millisecond

// OwnTime is the annotation of verbs that need longer to end: an agent hands over and says
// goodbye, within a time of its own. Verbs below such a verb need longer, too, unless their
// annotation is empty.
const OwnTime = "leaves in its own time"

// EndsInOwnTime reports whether a verb has no second to end in.
func EndsInOwnTime(cmd *cobra.Command) bool {
	for ; cmd != nil; cmd = cmd.Parent() {
		if value, marked := cmd.Annotations[OwnTime]; marked {
			return value != ""
		}
	}
	return false
}

// Watch calls cut, which ends the program, if ctx ends and the verb does not. The first function
// that it returns must be called with the verb that runs, the second when the verb has ended:
// a program that called Main goes on after it. When the terminal hangs up it calls hangUp,
// unless nohup ignores the signal; an agent reads its settings again then.
func Watch(ctx context.Context, cut, hangUp func()) (runs func(*cobra.Command, []string), stop func()) {
	limited, ended := make(chan struct{}), make(chan struct{})
	hung := make(chan os.Signal, 1)
	forget := context.AfterFunc(ctx, func() {
		select {
		case <-limited:
		case <-ended:
			return
		}
		select {
		case <-time.After(within):
			cut()
		case <-ended:
		}
	})
	return func(cmd *cobra.Command, _ []string) {
		if EndsInOwnTime(cmd) {
			return
		}
		close(limited)
		if !signal.Ignored(syscall.SIGHUP) {
			signal.Notify(hung, syscall.SIGHUP)
			go func() {
				select {
				case <-hung:
					hangUp()
				case <-ctx.Done():
				}
			}()
		}
	}, func() { signal.Stop(hung); forget(); close(ended) }
}
