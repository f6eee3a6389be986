// Package energy models the power that a radio draws in each state, the charge that
// batteries of several kinds lose by it, what movement takes, and what a solar panel gives back.
//
// A [Profile] is the power a radio draws in each state; what it costs to send or to
// receive a frame is the difference from idle. A battery is [Linear]; or [Peukert], which
// gives less the faster it is emptied; or [Diffusion], which seems empty early and
// recovers at rest. All implement [Battery], and so can other types: they say what the
// battery loses, and which [Terms] delay its charge (a [Gradient] is the charge on its
// way within one battery). A [Sun] is a [Harvester]: it charges batteries.
//
// [Constant] and [RotaryWing] are the power that movement takes. It is constant on a leg of uniform motion, so that
// the charge of a leg is a product.
//
// It assumes a constant voltage, and that the caller knows how long each state lasted and
// which frames a node overhears. It leaves out the energy for switching between states,
// and the ageing, leakage and temperature of batteries.
//
// It uses no clock, goroutine or randomness: everything here is a value or a pure
// function. The caller keeps the state of a battery, and decides when it is empty.
//
// # Units
//
// Watts, joules, time.Duration; for motors metres, seconds, newtons and kilograms. Every product that feeds a sum is rounded first: with
// a fused multiply-add on some machines only, a battery would be empty at different
// times. The result of a logarithm, an exponential or a sine is rounded to a nanowatt or
// a microjoule before it decides anything.
//
// # Cost
//
// A multiplication for each figure of a profile; an exponential for each term and step
// of a battery that has any. Only lists of profiles and terms are allocated.
//
// # Sources
//
// Each Profile names the sources of its figures; the comments of the types name the sources of
// battery models and their parameters.
package energy
