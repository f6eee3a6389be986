package agent

import (
	"context"
	"errors"
	"time"

	"bellwether/internal/live/membership"
)

// Join boots an agent, lets it enter its cluster and starts it, in the order that others
// rely on: the node's ID and incarnation are in its storage before the others get them, and
// the others get them before the agent sends a message of the election. enter starts the
// membership. Before that Options.Starting runs. enter may still change options that belong to one life of the agent, such as sinks
// and the address. The agent runs as [Start] describes.
func Join(ctx context.Context, o Options, enter func(o *Options, meta membership.Meta) (Network, error)) (*Agent, error) {
	id, incarnation, err := Boot(o)
	if err != nil {
		return nil, err
	}
	self := Identity{ID: id, Incarnation: incarnation}
	if o.Starting != nil {
		o.Starting(o.starting(self))
	}
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

// starting is the first event of an agent: it does not lead.
func (o Options) starting(self Identity) Event {
	return Event{Number: 1, At: time.Now(), Kind: LeaderLost, Epoch: firstEpoch(self), Self: Node{o.Name, self.ID}, Alive: 1, Capability: o.Offer,
		Why: "this agent starts, so it does not lead"}
}

// firstEpoch is the epoch before the first change of leader.
func firstEpoch(self Identity) uint64 { return uint64(self.Incarnation) << 32 }
