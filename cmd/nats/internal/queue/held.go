package queue

import (
	"context"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// held are the answers that the coordinator has taken and not acknowledged, by their sequence in the
// stream. It renews them as a worker renews the lease of a task. So an answer that the server sent to
// a connection that broke, which nobody renews, is delivered again after a lease, and one that waits
// for its task or its owner is not.
type held struct {
	mutex    sync.Mutex
	messages map[uint64]jetstream.Msg
}

// begin forgets the answers of an earlier run: those that it did not give to their owner come again.
func (h *held) begin() {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	h.messages = map[uint64]jetstream.Msg{}
}

// take keeps a message, and reports whether it is new. Another delivery of a message that is held
// takes its place, because the server counts the latest.
func (h *held) take(m jetstream.Msg) bool {
	meta, err := m.Metadata()
	if err != nil {
		return true // it has no sequence: the server does not expect an acknowledgement
	}
	h.mutex.Lock()
	defer h.mutex.Unlock()
	_, again := h.messages[meta.Sequence.Stream]
	h.messages[meta.Sequence.Stream] = m
	return !again
}

// ack acknowledges a message by its latest delivery.
func (h *held) ack(m jetstream.Msg) error {
	if meta, err := m.Metadata(); err == nil {
		h.mutex.Lock()
		if latest := h.messages[meta.Sequence.Stream]; latest != nil {
			m = latest
		}
		delete(h.messages, meta.Sequence.Stream)
		h.mutex.Unlock()
	}
	return m.Ack()
}

// renew renews what is held, each third of a lease, until ctx ends.
func (h *held) renew(ctx context.Context, lease time.Duration) {
	ticker := time.NewTicker(lease / 3)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			h.mutex.Lock()
			for _, m := range h.messages {
				m.InProgress() // a lost one is followed by another before the lease ends
			}
			h.mutex.Unlock()
		case <-ctx.Done():
			return
		}
	}
}
