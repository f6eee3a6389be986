package queue

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/nats-io/nats.go/jetstream"
)

// Codes of JetStream for a cluster that cannot keep so many copies (nats-server 2.15,
// server/errors.json).
var tooManyCopies = []jetstream.ErrorCode{
	10005, // no suitable peers for placement
	10023, // insufficient resources
	10074, // replicas > 1 not supported in non-clustered mode
}

// keepTasks makes the stream of tasks, or takes the one that is there, and returns how many
// servers keep each message: the present number if the stream exists, else as many as the
// cluster has servers, at most mostReplicas. It asks the cluster, because a client only knows
// addresses, and one server may have several.
func (e *engine) keepTasks(ctx context.Context) (replicas int, err error) {
	if _, err := e.js.AccountInfo(ctx); err != nil {
		return 0, fmt.Errorf("the cluster has no JetStream for this account: %w", err)
	}
	most := mostReplicas
	switch was, err := e.js.Stream(ctx, e.state.Job.tasks()); {
	case err == nil:
		most = max(1, was.CachedInfo().Config.Replicas)
	case e.server != nil:
		most = 1
	}
	for replicas = most; ; replicas-- {
		e.toDo, err = e.js.CreateOrUpdateStream(ctx, e.state.Job.configs(&e.Serving, replicas)[0])
		var refused *jetstream.APIError
		if err == nil || replicas == 1 || !errors.As(err, &refused) || !slices.Contains(tooManyCopies, refused.ErrorCode) {
			break
		}
	}
	if err != nil {
		return 0, fmt.Errorf("the stream of tasks: %w", err)
	}
	if e.server == nil && replicas < mostReplicas {
		e.Warn(map[int]string{
			1: "one server keeps each message: if it dies, nothing goes on until it is back; a cluster of three goes on without one",
			2: "two servers keep each message: if one dies, nothing goes on until it is back; a cluster of three goes on without one",
		}[replicas])
	}
	return replicas, nil
}
