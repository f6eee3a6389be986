// Package doctor checks a machine and the cluster that its agent sees, and says what to do.
//
// It assumes the settings that the agent has or shall have. It asks the agent, if one runs,
// by its local socket. It never changes anything: it opens ports that are free and closes
// them at once, sends a byte to the port of each seed, which counts it as malformed, and runs
// no hook. Every check has a bound, and all run at the same time, so that a whole examination
// takes at most [Bound].
//
// # What counts as what
//
// Fail: the agent cannot start, cannot be reached, or does not elect with the others. Warn:
// it works, and something that an operator wants is missing, or could not be seen. A seed
// where nobody listens yet is a warning, since seeds may be started later.
package doctor
