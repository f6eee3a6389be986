// Package radio decides which nodes hear each other, which frames are lost and how long a
// frame takes.
//
// It assumes positions in a local plane in metres and altitudes above flat ground, finite and checked by the code that
// reads them, node IDs 1 … n, and frames no longer than a megabyte.
//
// It never touches a clock, a goroutine, a lock, a logger or global randomness:
// everything here is a value or a pure function. So the emulator and the live mask get
// the same answers, and parallel runs may share every value.
//
// # Units
//
// Metres, square metres where the name ends in M2, bits a second, bytes, hertz,
// decibels and dBm; durations are time.Duration, instants protocol.Time.
//
// # The same on every machine
//
// Distances are compared squared, so that no root is taken. Every product that feeds a
// sum is rounded first (float64(x*y) + z): a fused multiply-add, which only some machines
// use, would decide a link differently. Results of logarithms, exponentials and powers are
// rounded, to 0.001 dB or to 2^-24, before they decide anything.
//
// # The model
//
// [Disk] is the unit disk: a frame is heard up to the range, the range included,
// and never beyond. A [Graph] has links and no geometry, for teaching and for
// exact counts; [NewContacts] makes links that come and go, as in a trace of contacts.
// Package channel makes a medium that decides by power, from [ChannelOptions]:
//
//	received = power + gains − path loss − shadowing − walls + fade
//
// and compares it with what a [Receiver] decodes: every frame of at least its sensitivity,
// or by a curve from the ratio of signal to noise to bit errors ([Modulation]). The path
// loss is [Friis], [LogDistance], [TwoRay], [ThreeLogDistance], a [PathLoss] of the program
// or an explicit list ([Entry]); [Shadowing], [Fading], [Obstacle], unequal power and an
// [Antenna] with a direction are added. The mean path, without fades and in both directions, decides whether there is a
// link. A program may use a [Medium] of its own instead.
//
// A [Loss] loses frames that were heard: [NewBernoulli] and [NewBursts] (Gilbert-Elliott) by
// (seed, directed link, time slot) and by nothing else, [NewDistanceLoss] by the distance too.
// So every algorithm meets the same loss on the same link at the same time, however much it
// sends. Acknowledgements, RTS and CTS are drawn by their instant and not by the slot: see
// [ControlLoss]. [Link] holds the parameters of the link layer: bit rate, header,
// acknowledgement, retries. [CSMA] holds the parameters of medium access by carrier sense.
// [DutyCycle] limits the share of time that a node may send.
//
// # Cost
//
// A range check is a multiplication and a comparison, a loss draw two long
// multiplications and a division (4 ns, BenchmarkLost). A channel takes 10 to 70 ns for a
// frame and a receiver where all receivers are computed at once, see package internal/sim/phy.
// A [Graph] takes 8 bytes an edge and 4 bytes a node, a complete one 4 bytes a node. A
// contact takes 32 bytes, and one to two microseconds to make and read where there are a
// hundred thousand (BenchmarkContacts).
//
// # Sources
//
//   - IEEE Std 802.11-2020 for frame sizes and the retry limit, clauses at
//     [DefaultLink], and for medium access, at [CSMA]; G. Bianchi, IEEE Journal on
//     Selected Areas in Communications 18(3), 2000, for the model of access that tests
//     compare with.
//   - Wang Yi, wyhash.h, final version 4 (github.com/wangyi-fudan/wyhash, public
//     domain), for the mixer of all draws (package chance).
//   - The comment of each model of propagation and of each preset names its sources and the
//     sources of its defaults; models that ns-3 has keep its names and defaults.
//
// CROSSCHECK.md beside this file compares path losses, fades and the delivery of broadcasts
// with ns-3, and lists the differences.
//
// # Deviations
//
//   - [CSMA] is the basic access of 802.11 unless its [DCF] says more; there are no
//     priorities, fragments or power save. 802.15.4
//     and LoRa contend by the same rules, with times of their own. A frame that finds the
//     medium idle waits for a back-off as well, unless [Idle] says otherwise. A node senses a frame one propagation delay
//     after its beginning. A sender takes an acknowledgement for missing one slot after its
//     end was due; in the standard, one slot after its beginning was due.
//   - An RTS and a CTS are not messages: a trace records that they were on the air, but not
//     their losses. The NAV knows no propagation. A station that heard no CTS waits until it
//     could have ended, as for an acknowledgement.
//   - With [OverlapSINR] the bits of a frame are spread over its time on the air without
//     the preamble, which cannot fail; a node begins to receive a frame if the shortest of
//     frames could get through, and finds the medium busy until its end. The draw is one for
//     each frame and receiver. Broadcasts and control frames have one basic rate.
//   - Interference is the sum of the mean powers, without fades, of all other frames that
//     arrive at one time. A frame is ignored if it is too weak to make a node wait, and too
//     weak to spoil by itself the weakest frame that can be received. A receiver changes to a
//     later frame whenever that one is stronger than all others by the capture threshold, as
//     chips with "message in message" do, and not only during the preamble. All frames are on
//     one frequency; all LoRa frames have one spreading factor.
//   - Without [CSMA] frames that overlap are all received, and no other frame is noise.
//   - All receivers have the propagation delay to the rim of the disk: a neighbour nearby
//     hears up to a microsecond per 300 m of range too late.
//   - Bernoulli loss does not depend on the distance. Only the loss by a curve
//     grows with the size of a frame.
//   - A channel has a greatest reach: shadows count at most three standard deviations in
//     a frame's favour, fades 10 dB, and a probability of reception below 10^-4 counts as 0.
//   - Shadows of different pairs are independent, also of pairs that share an end:
//     Gudmundson's correlation is along the way of one pair. When both ends move, the
//     correlation is the product of the correlations of both ends, to within 0.06.
//   - Fades of neighbouring slots are independent, unless [Fading].DopplerHz says how fast they
//     vary: at one speed for all pairs. Frames on one link within a slot share their fade, and with a
//     curve their draw; with a Doppler frequency a frame has the fade of its first instant.
//   - An [Antenna] has a gain by direction; what bends or comes back from walls arrives with the
//     gain of the straight line. The ground is flat, and both rays of [TwoRay] stand on it.
//   - Shadows depend on places in the plane alone: a node that only climbs stays in its shadow.
//   - What a wall takes does not depend on the angle; nothing is diffracted at corners.
//   - Seven retries are eight transmissions. The standard calls its number a retry limit but
//     counts transmissions, and so does ns-3 3.37.
package radio
