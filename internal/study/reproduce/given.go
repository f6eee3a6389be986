package reproduce

// A Parameter is a number or a model of the paper, with its key in scenarios. The settings of
// figures are in paperFigures.
type Parameter struct{ What, Key, Value, Where string }

// Given lists what the paper gives. Package sensitivity varies what it does not give, which is
// in openNumbers.
func Given() []Parameter {
	const setup, mobility = "§VII", "§VII, after Yoon et al."
	return []Parameter{
		{"area", "world", "2000 m × 2000 m", setup},
		{"nodes", "nodes", "20, 40, 60, 80, 100, 120", setup},
		{"placement", "mobility.start", "random", setup},
		{"movement", "mobility.model", "random-waypoint", setup},
		{"least speed", "mobility.speed.min", "1 m/s", mobility},
		{"greatest speed", "mobility.speed.max", "3, 9, 19 m/s, by figure", setup},
		{"pause", "mobility.pause", "150s in Fig. 5, else 10s", setup},
		{"range", "radio.range", "200, 250, 300 m, by figure", setup},
		{"path loss", "radio.model", "free space: the disk that it makes, or friis", setup},
		{"medium access", "radio.access", "IEEE 802.11", setup},
		{"routing", "routing.service", "AODV", setup},
		{"value of a node", "capability.values", "its ID", "§II"},
		{"beacon interval", "detection.interval", "20s", setup},
		{"beacons that may be missed", "detection.misses", "6", setup},
		{"signalling", "algorithms[vasudevan].params.signalling", "TCP, UDP, Bcast, Opt in Fig. 5", "§VI"},
		{"Leader", "algorithms[vasudevan]", "flooded, whatever the signalling", "§VI"},
		{"length", "duration", "100m in Fig. 5, 200m in Fig. 10, else 400m", setup},
		{"discarded beginning", "warmup", "50m in Fig. 10, 150m in Figs. 8 and 9, not given for Fig. 5", setup},
		{"forced elections", "faults", "periodic in Fig. 10", setup},
		{"runs", "runs", "10, with 95 % intervals", setup},
	}
}
