package agent

import (
	"context"
	"errors"

	"bellwether/internal/gossip"
)

// Join boots an agent, lets it enter its cluster and starts it, in the order that others
// rely on: who the node is, and in which life, is in its storage before anybody hears of it,
// and the others hear of it before the agent says anything. enter starts the membership; it
// may still change the options that only a life has, such as sinks and the address. The
// agent runs as [Start] says.
func Join(ctx context.Context, o Options, enter func(o *Options, meta gossip.Meta) (Network, error)) (*Agent, error) {
	id, incarnation, err := Boot(o)
	if err != nil {
		return nil, err
	}
	n, err := enter(&o, gossip.Meta{ID: id, Incarnation: incarnation, Capability: o.Offer, Stack: Stack(o)})
	if err != nil {
		return nil, err
	}
	a, err := Start(ctx, o, Identity{ID: id, Incarnation: incarnation}, n)
	if err != nil {
		return nil, errors.Join(err, n.Close())
	}
	return a, nil
}
