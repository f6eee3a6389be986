package queue

import (
	"context"
	"maps"
	"slices"

	"github.com/nats-io/nats.go/jetstream"
)

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

// late drops the early answers whose tasks never came, and counts them as second answers: an
// earlier process of this coordinator had kept the first ones, and was killed before it
// acknowledged them.
func (e *engine) late(ctx context.Context) error {
	for _, id := range slices.Sorted(maps.Keys(e.early)) {
		m := e.early.take(id)
		a, err := readAnswer(m.Subject(), m.Headers(), m.Data())
		if err != nil {
			return err // it could be read before
		}
		if err := e.surplus(ctx, m, a); err != nil {
			return err
		}
	}
	return nil
}
