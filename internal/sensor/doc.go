// Package sensor tells what the machine it runs on can offer as a leader: its
// battery, its links, its load, or what a script of the user's says.
//
// A [Source] gives the value of a protocol.Capability whenever it is asked. It
// assumes Linux for what it reads of the machine, from sysfs and procfs; on other
// systems battery, signal, load and uptime are absent, which is no error. It
// never learns anything of other nodes but what its caller has [Heard], and
// never decides who leads: hysteresis and the bonus of being in office are
// protocol.Margin's.
//
// # What counts
//
// The source "auto" weighs up to seven things, each a share in [0, 1]; the value is
// protocol.Offer of them, as in a scenario, so 1000 is the best that weights
// which add up to 1 can give, and it moves in steps of 10.
//
//	battery       what is left of a full charge; 1 without a battery, since such
//	              a machine lives on mains
//	connectivity  members heard, smoothed over 10 s, of 16; as in a scenario
//	link_quality  the share heard of each neighbour's last ten hellos; as in a
//	              scenario: how well this node hears, not how well it is heard
//	uptime        u/(u + 1 h) for a machine up for u: protocol.Uptime; as in a scenario
//	load          1 − runnable processes per processor, at least 0: at 1 every
//	              processor is busy (proc_loadavg(5), the average of a minute)
//	signal        the strongest Wi-Fi signal, from −100 dBm (0) to −50 dBm (1):
//	              Windows' WLAN_ASSOCIATION_ATTRIBUTES.wlanSignalQuality; 1
//	              without Wi-Fi, since such a machine is wired
//	rtt           1 − median round trip / 500 ms, at least 0: from there on a
//	              LAN's failure detector counts a probe as lost (memberlist,
//	              DefaultLANConfig); 0 while none was measured
//
// Of a scenario's other terms, closeness and mobility are refused, since no machine
// knows its distance to all members or its speed, and static is the source "static".
// All are known now but for what is heard: the degree is smoothed over 10 s, link
// quality and round trips are as old as the last hello and probe.
//
// # Units
//
// Shares are fractions of 1, signal is in dBm, values as in protocol.Capability.
//
// # Cost
//
// A reading opens some ten to fifty small files: 0.1 ms measured on a virtual
// machine, 0.3 ms with the files of a laptop with one battery. Once a second is
// often enough: the degree is smoothed in steps of that. A [Script] costs what it
// does.
//
// # Deviations
//
//   - A scenario measures charge against the largest battery of all nodes, which
//     nobody knows on a LAN; here it is a fraction of the node's own.
//   - A degree that is asked for more seldom than each second is smoothed by as
//     many steps as seconds have passed, with the present degree in each.
//   - A fact that cannot be read keeps its last reading, the worst before the
//     first, and is reported; all others go on. Of power supplies only what counts
//     is read, by ourselves: the library gives up on all of them where any file of
//     one, be it a mouse, holds what is no number.
//   - Load and uptime are the machine's, not a container's.
package sensor
