package membership

// agree sets the version that this agent speaks. Until it has tried its seeds once it speaks
// the oldest, since the members that it meets may be older than it is.
func (g *Gossip) agree(r *instance) {
	v := g.options.Versions.Oldest
	select {
	case <-r.first:
		v = min(g.options.Versions.Newest, g.view.LeastVersion())
	default:
	}
	if before := byte(g.speaks.Swap(uint32(v))); before != v {
		g.logger.Info("version among members", "speaks", v, "before", before)
		g.own.Announce()
	}
}
