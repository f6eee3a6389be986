package figure

// Level gives figures of lines one vertical axis, so that they can be compared beside each
// other. A figure that has nothing to draw adds nothing to it.
func Level(all ...*Lines) {
	shared := nothing()
	for _, l := range all {
		if l.check() == nil {
			c := &chart{xs: nothing(), ys: nothing()}
			l.gather(c, strokesOf(l.rows()))
			shared.add(c.ys.lo)
			shared.add(c.ys.hi)
		}
	}
	for _, l := range all {
		if shared.lo <= shared.hi {
			l.level = &shared
		}
	}
}
