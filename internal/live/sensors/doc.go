// Package sensors measures what this machine can offer as a leader: its battery, its
// links, its load, or the number that a user's script prints.
//
// A [Source] returns the value of a protocol.Capability when it is asked. On Linux it
// reads sysfs and procfs; on other systems battery, signal, load and uptime are absent.
// That is not an error. It knows nothing of other nodes except what its caller has [Heard].
// It never decides who leads: hysteresis and the bonus of the leader belong to
// protocol.Margin.
//
// A reading is taken at intervals, with the agent's measurements of its links. The package assumes
// a source that answers within the interval; a slow one is read less often. It never waits for the
// agent: an agent that was blocked finds the newest reading.
//
// # What counts
//
// The source "auto" weighs up to seven shares, each in [0, 1]. The value is
// a sum (internal/contract/capability) of them, as in a scenario. If the weights add up to 1 the greatest value
// is 1000. Values are multiples of 10.
//
//	battery       the remaining share of a full charge; 1 without a battery, since such
//	              a machine runs on mains
//	connectivity  members heard, smoothed over 10 s, of 16; as in a scenario
//	link_quality  the share heard of each neighbour's last ten hellos; as in a
//	              scenario: how well this node hears, not how well it is heard
//	uptime        u/(u + 1 h) for a machine up for u: as in a scenario
//	load          1 − runnable processes per processor, at least 0: at 1 every
//	              processor is busy (proc_loadavg(5), the average of a minute)
//	signal        the strongest Wi-Fi signal, from −100 dBm (0) to −50 dBm (1):
//	              Windows' WLAN_ASSOCIATION_ATTRIBUTES.wlanSignalQuality; 1
//	              without Wi-Fi, since such a machine is wired
//	rtt           1 − median round trip / 500 ms, at least 0: from there on a
//	              LAN's failure detector counts a probe as lost (memberlist,
//	              DefaultLANConfig); 0 while none was measured
//
// Of a scenario's other terms, closeness and mobility are refused, since no machine knows
// its distance to all members or its speed; static is the source "static". Battery,
// uptime, load and signal are present values. The degree is smoothed over 10 s, and link
// quality and round trips are as old as the last hello and probe.
//
// # Units
//
// Shares are fractions of 1, signal is in dBm, values as in protocol.Capability.
//
// # Cost
//
// A reading opens ten to fifty small files: 0.1 ms measured on a virtual machine, 0.3 ms
// with the files of a laptop with one battery. One reading a second suffices: the degree
// is smoothed in steps of a second. Reading for an agent takes a goroutine, and one status of the
// agent per reading. A [Script] costs as much as its command.
//
// # Deviations
//
//   - A scenario measures charge against the largest battery of all nodes, which no node
//     knows on a LAN. Here it is a fraction of the node's own battery.
//   - If the degree is read less often than each second, it is smoothed by one step for
//     each second that has passed, with the present degree in each.
//   - A fact that cannot be read keeps its last reading, the worst before the
//     first, and is reported; all others go on. Of power supplies only the files that
//     matter are read, without the library: it gives up on all supplies if one file of
//     any of them, even of a mouse, holds no number.
//   - Load and uptime are the machine's, not a container's.
package sensors
