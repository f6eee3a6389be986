package recompute

import "math"

// A doubt is a suspicion of one node by another, from a line to a line.
type doubt struct {
	holder, peer uint32
	place, until int // lines; until is beyond the last line if it lasts to the end
	begin, end   int64
	trusted      bool // it ended as the holder trusted the peer again
	mistake      bool // as it began
	wrong        int  // the line until which it was a mistake
	wrongEnd     int64
	cut          bool // the mistake is censored
}

// suspicions computes the metrics of failure detectors.
func (h *history) suspicions(out map[string]number, live float64) {
	keys := []string{"detection_time_s", "mistakes_per_node_h", "mistake_duration_s", "query_accuracy"}
	for _, key := range keys {
		out[key] = plain(math.NaN())
	}
	seen := false
	for _, l := range h.lines {
		seen = seen || l.Record == "suspect" || l.Record == "trust" || l.Record == "send" && l.Class == "detector"
	}
	if !seen {
		return
	}
	doubts := h.doubts()
	mistakes, lasted := 0.0, []duration(nil)
	for i := range doubts {
		if d := &doubts[i]; d.mistake && d.begin >= h.Measured.Warmup {
			mistakes++
			lasted = append(lasted, duration{d.wrongEnd - d.begin, d.cut})
		}
	}
	out["mistakes_per_node_h"] = per(mistakes, live/3600)
	out["mistake_duration_s"] = restricted(lasted)
	out["detection_time_s"] = restricted(h.detections(doubts))
	out["query_accuracy"] = h.accuracy(doubts)
}

// doubts returns all suspicions, and how long each was a mistake.
func (h *history) doubts() (list []doubt) {
	open := map[[2]uint32]bool{}
	for place, l := range h.lines {
		if l.Record != "suspect" || l.Peer == l.Node {
			continue
		}
		holder := h.at(l.Node, place)
		if holder == nil {
			continue
		}
		pair := [2]uint32{l.Node, l.Peer}
		if open[pair] && h.doubted(list, pair, place) {
			continue
		}
		open[pair] = true
		list = append(list, h.doubtFrom(holder, l, place))
	}
	return list
}

// doubted reports whether there is a suspicion of the pair at a line.
func (h *history) doubted(list []doubt, pair [2]uint32, place int) bool {
	for _, d := range list {
		if d.holder == pair[0] && d.peer == pair[1] && d.place < place && place < d.until {
			return true
		}
	}
	return false
}

// doubtFrom follows the suspicion that began with a line.
func (h *history) doubtFrom(holder *incarnation, l line, place int) doubt {
	d := doubt{holder: l.Node, peer: l.Peer, place: place, begin: l.At, until: holder.to, end: holder.end}
	for p := place + 1; p < holder.to; p++ {
		if e := h.lines[p]; e.Record == "trust" && e.Node == l.Node && e.Peer == l.Peer {
			d.until, d.end, d.trusted = p, e.At, true
			break
		}
	}
	peer := h.at(l.Peer, place)
	d.mistake = peer != nil && h.together(h.newest(place), holder, peer)
	if !d.mistake {
		return d
	}
	d.wrong, d.wrongEnd, d.cut = d.until, d.end, !d.trusted
	if peer.to < d.wrong {
		d.wrong, d.wrongEnd, d.cut = peer.to, peer.end, false
	}
	last := d.wrong // the last line before which a sample may be
	if !h.steps {
		last-- // a state may end with the line
	}
	for _, s := range h.samples {
		if s.lasts && s.place > place && s.place <= last && !s.same(d.holder, d.peer) {
			d.wrong, d.wrongEnd, d.cut = s.place, s.at, false
			break
		}
	}
	return d
}

// same reports whether two nodes are in one component of the sample.
func (s *sample) same(a, b uint32) bool {
	x, in := s.of[a]
	y, too := s.of[b]
	return in && too && x == y
}

// together reports whether two incarnations were in one component at the last whole sample. A
// node that booted since was in none.
func (h *history) together(s *sample, a, b *incarnation) bool {
	return s != nil && a.from < s.place && b.from < s.place && s.same(a.node, b.node)
}

// detections returns the times from deaths to their first detection.
func (h *history) detections(doubts []doubt) (list []duration) {
	for _, node := range h.nodes() {
		for i, l := range h.incarnations[node] {
			if !l.stopped || l.end < h.Measured.Warmup {
				continue
			}
			dead := line{At: h.horizon}
			back := len(h.lines) // the line with which it boots again
			if i+1 < len(h.incarnations[node]) {
				next := h.incarnations[node][i+1]
				back, dead.At = next.from, next.begin
			}
			if took, told := h.detection(doubts, &l, back); told {
				list = append(list, took)
			}
		}
	}
	return list
}

// detection returns the time from a death to its detection; false if no node ever
// suspected it.
func (h *history) detection(doubts []doubt, l *incarnation, back int) (took duration, told bool) {
	found, foundAt, quit := false, int64(math.MaxInt64), int64(-1)
	s := h.newest(l.to)
	for _, q := range h.nodes() {
		witness := h.at(q, l.to)
		if q == l.node || witness == nil || !h.together(s, witness, l) {
			continue
		}
		until := min(back, witness.to)
		taken := int64(-1)
		lasting, stale := false, false
		since := int64(0)
		for _, d := range doubts {
			if d.holder != q || d.peer != l.node || d.place < witness.from {
				continue
			}
			switch {
			case d.place < l.from && d.until > l.from && d.until > l.to:
				stale = true // of a former incarnation, and never taken back
			case d.until > l.to && d.place < until && d.until >= until:
				lasting, since = true, max(d.begin, l.end)
			case d.until > l.to && d.until < until && d.trusted:
				taken = max(taken, d.end)
			}
		}
		switch {
		case stale:
		case lasting:
			found, foundAt = true, min(foundAt, since)
		default:
			quit = max(quit, taken)
		}
	}
	switch {
	case found:
		return duration{foundAt - l.end, false}, true
	case quit >= 0:
		return duration{quit - l.end, true}, true
	}
	return duration{}, false
}

// accuracy returns the fraction of ordered pairs and time, or samples, without a mistake.
func (h *history) accuracy(doubts []doubt) number {
	pairs, wrong := 0.0, 0.0
	for _, s := range h.counted() {
		for _, c := range h.componentsOf(s) {
			pairs += s.weight * float64(len(c.members)*(len(c.members)-1))
		}
		for _, d := range doubts {
			if !h.steps && d.mistake && d.place < s.place && s.place < d.wrong && s.same(d.holder, d.peer) {
				wrong += s.weight
			}
		}
	}
	for _, d := range doubts {
		if h.steps && d.mistake {
			wrong += h.measured(d.begin, d.wrongEnd) * 1e9
		}
	}
	return per(pairs-wrong, pairs)
}
