package daemon

import (
	"context"
	"net/netip"
	"time"

	"bellwether/internal/live/discovery"
	"bellwether/protocol"
)

// The time between two queries. It is short at first, when many agents start at once.
// Later it is the time for which an agent that moved to this link may stay unknown.
const (
	askFirst = 2 * time.Second
	askMost  = time.Minute
)

// discover announces this agent on the link and looks for others until ctx ends.
func (d *daemon) discover(ctx context.Context) {
	addr, err := netip.ParseAddrPort(d.gossip.Self().Addr)
	if err != nil {
		d.Logger.Error("this agent cannot be discovered", "error", err)
		return
	}
	o := discovery.Options{ID: protocol.ID(d.gossip.Self().Meta.ID), Addr: addr, Label: d.s.Label, Interface: d.s.Interface, Logger: d.Logger}
	announced, err := discovery.Announce(o)
	if err != nil {
		d.Logger.Error("this agent cannot be discovered; does the link carry multicast?", "error", err)
		return
	}
	defer announced.Close()
	for wait := askFirst; ; wait = min(2*wait, askMost) {
		found, err := discovery.Find(ctx, o)
		if err != nil && ctx.Err() == nil {
			d.Logger.Warn("other agents on this link cannot be looked for", "error", err)
		}
		if len(found) > 0 {
			if err := d.gossip.Join(found...); err != nil {
				d.Logger.Warn("agents found were not joined", "error", err)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
	}
}
