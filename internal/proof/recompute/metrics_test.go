package recompute

import (
	"math"
	"slices"
)

// A number is the value of a metric; NaN if it does not apply.
type number struct {
	x      float64
	n, cut int // observations of a time, and how many are censored
	median float64
}

func plain(x float64) number { return number{x: x} }

// per returns a over b; it does not apply if b is 0.
func per(a, b float64) number {
	if b == 0 {
		return plain(math.NaN())
	}
	return plain(a / b)
}

// recompute returns every metric by its key.
func (h *history) recompute() map[string]number {
	out := map[string]number{}
	live := h.liveSeconds()
	h.elections(out, live)
	h.traffic(out, live)
	h.truth(out)
	out["leader_changes_per_node_h"] = per(h.changes(), live/3600)
	h.suspicions(out, live)
	h.energy(out)
	h.medium(out, live)
	return out
}

// liveSeconds returns the sum of all nodes' live seconds within the window.
func (h *history) liveSeconds() (sum float64) {
	for _, node := range h.nodes() {
		for _, l := range h.incarnations[node] {
			sum += h.measured(l.begin, l.end)
		}
	}
	return sum
}

// elections computes F, R and T.
func (h *history) elections(out map[string]number, live float64) {
	leaderless, within, begun := 0.0, 0.0, 0.0
	var times []duration
	for _, node := range h.nodes() {
		for _, l := range h.incarnations[node] {
			for i, v := range l.views {
				until := l.end
				if i+1 < len(l.views) {
					until = l.views[i+1].at
				}
				if v.leader == 0 {
					leaderless += h.measured(v.at, until)
				}
				if v.electing {
					within += h.measured(v.at, until)
				}
				if v.entered && v.at >= h.Measured.Warmup {
					begun++
					if took, counts := l.election(i); counts {
						times = append(times, took)
					}
				}
			}
		}
	}
	out["leaderless_fraction"] = per(leaderless, live)
	out["election_fraction"] = per(within, live)
	out["election_rate_per_min"] = per(begun, live/60)
	out["election_time_s"] = restricted(times)
	said := map[bool]float64{}
	for _, l := range h.window("send") {
		if l.Class == "election" || l.Class == "announcement" {
			said[l.To == 0]++
		}
	}
	out["messages_per_election"] = per(said[true]+said[false], begun)
	out["messages_per_election_broadcast"] = per(said[true], begun)
	out["messages_per_election_unicast"] = per(said[false], begun)
}

// election returns the duration of the election that the node entered with view i. An
// election that a stop ends before there was a leader does not count.
func (l *incarnation) election(i int) (took duration, counts bool) {
	begun := l.views[i].at
	rest := l.views[i+1:]
	first := slices.IndexFunc(rest, func(v view) bool { return v.elected })
	switch {
	case first < 0:
		return duration{l.end - begun, true}, !l.stopped
	case rest[first].leader == 0 && !rest[first].abstains:
		return duration{rest[first].at - begun, true}, true
	}
	last := rest[first]
	for _, v := range rest[first+1:] {
		if !v.elected || v.leader == 0 || v.computation != last.computation || v.computation == [2]uint32{} {
			break
		}
		if v.leader != last.leader {
			last = v
		}
	}
	return duration{last.at - begun, false}, true
}

// window returns the lines of a kind within the window.
func (h *history) window(record string) (list []line) {
	for _, l := range h.lines {
		if l.Record == record && l.At >= h.Measured.Warmup && l.At < h.horizon {
			list = append(list, l)
		}
	}
	return list
}

func (h *history) traffic(out map[string]number, live float64) {
	said := map[string]float64{}
	sends, frames := h.window("send"), h.window("transmit")
	for _, l := range sends {
		said[l.Class]++
	}
	for _, class := range []string{"election", "announcement", "beacon", "probe", "detector", "hello", "routing", "standby"} {
		out[class+"_messages_per_node_s"] = per(said[class], live)
	}
	octets := int64(0)
	for _, l := range frames {
		octets += l.Bytes
	}
	out["messages_per_node_s"] = per(float64(len(sends)), live)
	out["transmissions_per_node_s"] = per(float64(len(frames)), live)
	out["bytes_per_node_s"] = per(float64(octets), live)
}

// counted returns the samples that count for a span of the window.
func (h *history) counted() (list []sample) {
	for _, s := range h.samples {
		if s.weight > 0 {
			list = append(list, s)
		}
	}
	return list
}

// truth computes the metrics of leaders and components from the samples.
func (h *history) truth(out map[string]number) {
	sum, nodes, connected, components, all := map[string]float64{}, 0.0, 0.0, 0.0, 0.0
	for _, s := range h.counted() {
		all += s.weight
		count := func(name string, is bool) {
			if is {
				sum[name] += s.weight
			}
		}
		for _, c := range h.componentsOf(s) {
			components += s.weight
			for _, m := range c.members {
				nodes += s.weight
				mine := h.in(m, s).seen(s.place).leader
				if c.most < 0 { // nobody is eligible: to name nobody is right
					count("none_eligible_fraction", true)
					count("excused", mine == 0)
					count("leader_quality", mine == 0)
					for _, key := range []string{"instability_fraction", "goal_instability_fraction", "badly_led_fraction", "unreachable_leader_fraction"} {
						count(key, mine != 0)
					}
					count("agreement_fraction", c.agreed)
					if len(c.members) > 1 {
						connected += s.weight
						count("agreement_connected_fraction", c.agreed)
					}
					continue
				}
				_, within := s.within(c, mine)
				count("instability_fraction", mine != c.best)
				count("goal_instability_fraction", !within || mine != c.wanted)
				count("agreement_fraction", c.agreed)
				count("multi_leader_fraction", c.believers > 1)
				count("unreachable_leader_fraction", mine != 0 && !within)
				offer := int64(0)
				if within {
					offer = h.in(mine, s).offered(s.place)
				}
				best, from := [2]int64{c.most, int64(c.best)}, [2]int64{offer, int64(mine)}
				count("badly_led_fraction", !within || h.bad(best, from))
				count("instability_within_margin_fraction", within && mine != c.best && !deposes(best, from, h.Measured.Margin, h.Measured.Bonus))
				if len(c.members) > 1 {
					connected += s.weight
					count("agreement_connected_fraction", c.agreed)
				}
				if within {
					sum["leader_quality"] += s.weight * share(offer, c.most)
				}
			}
		}
	}
	for _, key := range []string{"badly_led_fraction", "instability_within_margin_fraction", "instability_fraction", "goal_instability_fraction", "agreement_fraction", "multi_leader_fraction",
		"unreachable_leader_fraction", "leader_quality"} {
		out[key] = per(sum[key], nodes)
	}
	out["none_eligible_fraction"] = plain(math.NaN())
	if h.Measured.Rules {
		out["none_eligible_fraction"] = per(sum["none_eligible_fraction"], nodes)
		of := out["leaderless_fraction"]
		switch live := h.liveSeconds(); {
		case h.steps:
			of.x = (of.x*live - sum["excused"]/1e9) / live
		case nodes > 0:
			of.x = max(0, of.x-sum["excused"]/nodes)
		}
		out["leaderless_fraction"] = of
	}
	out["agreement_connected_fraction"] = per(sum["agreement_connected_fraction"], connected)
	out["component_size_mean"] = per(nodes, components)
	out["component_count_mean"] = per(components, all)
}

// deposes reports whether a value and node may replace a leader's, by a hysteresis in
// thousandths and a bonus on what the leader offers; without both the greater pair does.
func deposes(best, leader [2]int64, hysteresis, bonus int64) bool {
	if hysteresis == 0 && bonus == 0 {
		return best[0] > leader[0] || best[0] == leader[0] && best[1] > leader[1]
	}
	return float64(best[0]) > float64(leader[0]+bonus)*(1+float64(hysteresis)/1000)+1e-6
}

// bad reports whether a leader is exceeded by more than the tolerance.
func (h *history) bad(best, leader [2]int64) bool {
	t := h.Measured.Tolerance
	return best != leader && float64(best[0]) > float64(leader[0])*(1+float64(t.Share)/1000)+1e-6 && deposes(best, leader, t.Margin, t.Bonus)
}

// changes counts how often an incarnation follows another leader than the one it followed last.
func (h *history) changes() (count float64) {
	for _, node := range h.nodes() {
		for _, l := range h.incarnations[node] {
			last := uint32(0)
			for _, v := range l.views {
				if v.leader == 0 {
					continue
				}
				if last != 0 && v.leader != last && v.at >= h.Measured.Warmup {
					count++
				}
				last = v.leader
			}
		}
	}
	return count
}

// share returns a value over the best.
func share(value, best int64) float64 {
	if best <= 0 {
		return 1
	}
	return math.Max(0, math.Min(1, float64(value)/float64(best)))
}

// A group is a component at a sample.
type group struct {
	members   []uint32
	best      uint32 // its best live member, which offers most
	most      int64
	wanted    uint32 // by the goal
	believers int
	agreed    bool // all name one live leader within
}

// within reports whether a node is a live member of the component.
func (s sample) within(c group, node uint32) (uint32, bool) {
	return node, node != 0 && slices.Contains(c.members, node)
}

// componentsOf returns the components of a sample.
func (h *history) componentsOf(s sample) []group {
	by := map[uint32][]uint32{}
	for node, component := range s.of {
		by[component] = append(by[component], node)
	}
	var out []group
	for _, members := range by {
		slices.Sort(members)
		out = append(out, h.groupOf(s, members))
	}
	slices.SortFunc(out, func(a, b group) int { return int(a.members[0]) - int(b.members[0]) })
	return out
}

func (h *history) groupOf(s sample, members []uint32) group {
	c := group{members: members, most: math.MinInt64}
	named := map[uint32]bool{}
	stablest, boots, eligible := uint32(0), int64(math.MaxInt64), []uint32{}
	for _, m := range members { // in rising order: of equal values the greatest ID offers most, and the least ID is stablest
		l := h.in(m, s)
		if v := l.offered(s.place); v >= c.most {
			c.best, c.most = m, v
		}
		if v := l.offered(s.place); v >= 0 {
			eligible = append(eligible, m)
		}
		if l.incarnation < boots && l.offered(s.place) >= 0 {
			stablest, boots = m, l.incarnation
		}
		leader := l.seen(s.place).leader
		named[leader] = true
		if leader == m {
			c.believers++
		}
	}
	c.wanted = c.best
	switch h.Measured.Goal {
	case "smallest-id":
		c.wanted = slices.Min(append(eligible, math.MaxUint32))
	case "stablest":
		c.wanted = stablest
	case "any":
		c.wanted = 0
		delete(named, 0)
		for leader := range named {
			if len(named) == 1 {
				c.wanted = leader
			}
		}
	}
	first := h.in(members[0], s).seen(s.place).leader
	c.agreed = (slices.Contains(members, first) || c.most < 0 && first == 0) && !slices.ContainsFunc(members, func(m uint32) bool {
		return h.in(m, s).seen(s.place).leader != first
	})
	return c
}

// energy computes the energy spent between the ends of the window, by straight lines
// between the records, and the first empty battery.
func (h *history) energy(out map[string]number) {
	type point struct {
		at           int64
		spent, above float64
	}
	told, batteries := map[uint32][]point{}, false
	death := number{x: float64(h.horizon) / 1e9, n: 1, cut: 1, median: math.Inf(1)}
	first := map[uint32]bool{}
	any := false
	for _, l := range h.lines {
		switch {
		case l.Record == "energy":
			told[l.Node] = append(told[l.Node], point{l.At, l.Spent, l.AboveIdle})
			batteries, any, first[l.Node] = batteries || l.Remaining >= 0, true, true
		case l.Record == "boot" && !first[l.Node]:
			told[l.Node] = []point{{at: l.At}} // nothing is spent before
		case l.Record == "crash" && l.Why == "battery":
			batteries = true
			if at := float64(l.At) / 1e9; death.cut == 1 {
				death = number{x: at, n: 1, median: at}
			}
		}
	}
	spent, above, lived := 0.0, 0.0, 0.0
	for _, node := range h.nodes() {
		if !slices.ContainsFunc(h.incarnations[node], func(l incarnation) bool { return l.end > h.Measured.Warmup }) {
			continue
		}
		lived++
		points := told[node]
		from, last := points[0], points[len(points)-1]
		for i, p := range points {
			switch {
			case p.at <= h.Measured.Warmup:
				from = p
			case i > 0 && points[i-1].at < h.Measured.Warmup:
				a, part := points[i-1], float64(h.Measured.Warmup-points[i-1].at)/float64(p.at-points[i-1].at)
				from = point{h.Measured.Warmup, a.spent + part*(p.spent-a.spent), a.above + part*(p.above-a.above)}
			}
		}
		spent, above = spent+last.spent-from.spent, above+last.above-from.above
	}
	none := plain(math.NaN())
	out["energy_j_per_node"], out["energy_traffic_j_per_node"], out["first_death_s"] = none, none, none
	if any {
		out["energy_j_per_node"], out["energy_traffic_j_per_node"] = per(spent, lived), per(above, lived)
	}
	if batteries {
		out["first_death_s"] = death
	}
}

// medium computes the use of the air.
func (h *history) medium(out map[string]number, live float64) {
	m, none := h.Measured, plain(math.NaN())
	lost := map[string]float64{}
	for _, l := range h.window("lost") {
		lost[l.Why]++
	}
	for key, x := range map[string]struct {
		applies bool
		count   float64
		seconds float64
	}{
		"collisions_per_node_s":   {m.Medium.Contended, lost["collision"] + lost["capture"] + lost["half-duplex"], 1},
		"access_drops_per_node_h": {m.Medium.Contended, lost["access"], 3600},
		"duty_held_per_node_h":    {m.Medium.Duty, h.heldBack(), 3600},
		"duty_drops_per_node_h":   {m.Medium.Duty, lost["duty"], 3600},
		"over_budget_per_node_h":  {m.Budget != nil, h.overBudget(), 3600},
	} {
		if out[key] = none; x.applies {
			out[key] = per(x.count, live/x.seconds)
		}
	}
	h.mute(out, lost, live)
	out["airtime_fraction"], out["airtime_busiest_fraction"] = none, none
	if m.Air == nil {
		return
	}
	all, of := int64(0), map[uint32]int64{}
	for _, l := range h.window("transmit") {
		air := h.onAir(l.Bytes)
		all, of[l.Node] = all+air, of[l.Node]+air
	}
	busiest := int64(0)
	for _, air := range of {
		busiest = max(busiest, air)
	}
	out["airtime_fraction"] = per(float64(all)/1e9, live)
	out["airtime_busiest_fraction"] = per(float64(busiest), float64(h.horizon-m.Warmup))
}

// onAir returns how long a frame is on the air, in nanoseconds.
func (h *history) onAir(octets int64) int64 {
	a := h.Measured.Air
	switch {
	case a.Bits > 0:
		return a.Before + max(int64(math.Ceil(float64(8*octets+a.Extra)/float64(a.Bits))), 0)*a.Symbol
	case a.Bitrate == 0:
		return a.Before
	}
	return a.Before + int64(math.Ceil(float64(8*octets)/a.Bitrate*1e9-1e-6))
}

// overBudget counts the broadcasts above the budget: a broadcast is above it if, less
// than a span before, there were already as many broadcasts within the budget as allowed.
func (h *history) overBudget() (count float64) {
	b := h.Measured.Budget
	if b == nil {
		return 0
	}
	kept := map[uint32][]int64{}
	for _, l := range h.lines {
		if l.Record != "send" || l.To != 0 {
			continue
		}
		recent := 0
		for _, at := range kept[l.Node] {
			if l.At-at < b.Per {
				recent++
			}
		}
		switch {
		case recent < b.Broadcasts:
			kept[l.Node] = append(kept[l.Node], l.At)
		case l.At >= h.Measured.Warmup:
			count++
		}
	}
	return count
}
