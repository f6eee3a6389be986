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

// within is the time in which a verb must end after Ctrl-C or TERM. Campaigns and searches end by
// themselves, keep what is finished and print it. A verb that does not end in time is cut off
// here, so that every phase of every verb ends within a second.
const within = 900 * time.Millisecond

// OwnTime is the annotation of verbs that need longer to end: an agent hands over and says
// goodbye, within a time of its own. Verbs below such a verb need longer, too, unless their
// annotation is empty.
const OwnTime = "ends in its own time"

// EndsInOwnTime reports whether a verb may take longer than a second to end.
func EndsInOwnTime(cmd *cobra.Command) bool {
	for ; cmd != nil; cmd = cmd.Parent() {
		if value, marked := cmd.Annotations[OwnTime]; marked {
			return value != ""
		}
	}
	return false
}

// Actions are what a watcher does to a verb.
type Actions struct {
	HangUp func() // cancels the verb's context, when the terminal hangs up
	Exit   func() // ends the program, when a verb does not end in time
}

// A Watcher watches the signals of a program while one verb runs.
type Watcher struct {
	actions   Actions
	cancelled context.Context // once the verb is to end
	limited   chan struct{}   // closed when a verb begins that must end within the time
	ended     chan struct{}   // closed when the verb has ended
	hangups   chan os.Signal
	forget    func() bool
}

// Watch begins to watch. The verb runs with ctx, which ends at an interrupt.
func Watch(ctx context.Context, actions Actions) *Watcher {
	w := &Watcher{actions: actions, cancelled: ctx,
		limited: make(chan struct{}), ended: make(chan struct{}), hangups: make(chan os.Signal, 1)}
	w.forget = context.AfterFunc(ctx, w.exitInTime)
	return w
}

// exitInTime ends the program if the verb that was cancelled does not end in time.
func (w *Watcher) exitInTime() {
	select {
	case <-w.limited:
	case <-w.ended:
		return
	}
	select {
	case <-time.After(within):
		w.actions.Exit()
	case <-w.ended:
	}
}

// Began must be called with the verb that runs. When the terminal hangs up the verb is cancelled,
// unless nohup ignores the signal, or the verb ends in its own time: an agent reads its settings
// again then.
func (w *Watcher) Began(cmd *cobra.Command) {
	if EndsInOwnTime(cmd) {
		return
	}
	close(w.limited)
	if signal.Ignored(syscall.SIGHUP) {
		return
	}
	signal.Notify(w.hangups, syscall.SIGHUP)
	go func() {
		select {
		case <-w.hangups:
			w.actions.HangUp()
		case <-w.cancelled.Done():
		}
	}()
}

// Ended must be called when the verb has ended: a program that called Main goes on after it.
func (w *Watcher) Ended() {
	signal.Stop(w.hangups)
	w.forget()
	close(w.ended)
}
