package queue

import "github.com/nats-io/nats.go/jetstream"

// early holds answers to tasks that this process has not begun. A restarted coordinator gets
// the answers from before the restart at once, but may reach their tasks a moment later.
// Answers that wait here are not acknowledged.
type early map[string]jetstream.Msg

// mostEarly bounds them. It is below mostUnkept, so that other answers are still delivered.
const mostEarly = mostUnkept / 2

// wait keeps an answer for its task, and reports whether it does.
func (w early) wait(id string, m jetstream.Msg) bool {
	if w[id] != nil || len(w) >= mostEarly {
		return false
	}
	w[id] = m
	return true
}

// take returns the answer that waits for a task, or nil.
func (w early) take(id string) jetstream.Msg {
	m := w[id]
	delete(w, id)
	return m
}
