package agent

import (
	"context"
	"errors"

	"bellwether/internal/live/membership"
)

// Join boots an agent, lets it enter its cluster and starts it, in the order that others
// rely on: the node's ID and incarnation are in its storage before the others get them, and
// the others get them before the agent sends a message of the election. enter starts the
// membership. It may still change options that belong to one life of the agent, such as sinks
// and the address. The agent runs as [Start] describes.
func Join(ctx context.Context, o Options, enter func(o *Options, meta membership.Meta) (Network, error)) (*Agent, error) {
	id, incarnation, err := Boot(o)
	if err != nil {
		return nil, err
	}
	self := Identity{ID: id, Incarnation: incarnation}
	whole, _ := o.withDefaults() // Start reports the error
	n, err := enter(&o, whole.meta(self, Stack(o)))
	if err != nil {
		return nil, err
	}
	a, err := Start(ctx, o, self, n)
	if err != nil {
		return nil, errors.Join(err, n.Close())
	}
	return a, nil
}
