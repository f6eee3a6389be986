// Package energy says what the states of a radio cost and how a battery takes it: the
// power drawn, the charge that it takes from batteries of several kinds, and what a
// panel gives back.
//
// A [Profile] is the power a radio draws in each state; what it costs to send or to
// receive a frame is the difference from idle. A battery is linear unless it says
// otherwise: by [Peukert] it gives less the faster it is emptied, by [Diffusion] it
// looks empty early and recovers at rest. All are a [Battery], and so is whatever says
// what it loses and which [Terms] its charge must pass (a [Gradient] is what is on its
// way within one battery). A [Sun] is a [Harvester]: it charges batteries.
//
// It assumes a constant voltage, and that its caller knows how long which state lasted,
// and which frames a node overhears. Energy for switching between states is left out.
// No battery ages, leaks or knows a temperature.
//
// It never touches a clock, a goroutine or randomness: everything here is a value or a
// pure function. The state of a battery, and when it is empty, is its owner's.
//
// # Units
//
// Watts, joules, and time.Duration. Every product that feeds a sum is rounded first, as
// a fused multiply-add on one machine and not on another would move a death. What comes
// of a logarithm, an exponential or a sine is rounded to a nanowatt or a microjoule
// before it decides anything.
//
// # Cost
//
// A multiplication for each figure of a profile; an exponential for each term and step
// of a battery that has any. Nothing allocates but lists of profiles and terms.
//
// # Sources
//
// The sources of energy figures stand in each Profile, those of the battery models and
// of their parameters with the types.
package energy
