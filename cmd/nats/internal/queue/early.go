package queue

import "github.com/nats-io/nats.go/jetstream"

// early are answers to tasks that this process has not begun. A coordinator that is started again
// gets the answers of the time before at once, and its plan may come to their tasks a moment later.
// They are not acknowledged while they wait.
type early map[string]jetstream.Msg

// mostEarly bounds them. It is below mostUnkept, so that other answers still come.
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
