package recompute

// heldBack counts the frames of the window that a node's duty cycle held back, each once:
// a radio sends in order, so repeated records of one frame are consecutive.
func (h *history) heldBack() (count float64) {
	last := map[uint32]int64{}
	for _, l := range h.lines {
		if l.Record != "held" {
			continue
		}
		if before, any := last[l.Node]; (!any || before != l.Frame) && l.At >= h.Measured.Warmup {
			count++
		}
		last[l.Node] = l.Frame
	}
	return count
}

// mute computes how long radios could not send, what was sent, and the losses by reason.
func (h *history) mute(out map[string]number, lost map[string]float64, live float64) {
	for key, why := range map[string]string{"lost_loss_per_node_s": "loss", "lost_range_per_node_s": "range",
		"lost_down_per_node_s": "down", "lost_partition_per_node_s": "partition", "lost_no_route_per_node_s": "no-route",
		"lost_retries_per_node_s": "retries", "lost_queue_per_node_s": "queue", "lost_jam_per_node_s": "jam"} {
		out[key] = per(lost[why], live)
	}
	sent := 0.0
	for _, l := range h.window("transmit") {
		if l.Why == "data" && l.Attempt == 1 {
			sent++
		}
	}
	out["messages_sent_per_node_s"] = per(sent, live)
	within := func(from, until int64) float64 {
		return float64(max(min(until, h.horizon)-max(from, h.Measured.Warmup), 0)) / 1e9
	}
	all, of := 0.0, map[uint32]float64{}
	for _, l := range h.mutes {
		all += within(l.FromNS, l.Until)
		of[l.Node] += within(l.FromNS, l.Until)
	}
	worst := 0.0
	for node, mute := range of {
		lived := 0.0
		for _, incarnation := range h.incarnations[node] {
			lived += within(incarnation.begin, incarnation.end)
		}
		if lived > 0 {
			worst = max(worst, mute/lived)
		}
	}
	out["mute_fraction"], out["mute_worst_fraction"] = per(all, live), per(worst, 1)
}
