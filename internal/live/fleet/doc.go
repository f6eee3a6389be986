// Package fleet runs agents as processes of this machine, watches them, and kills
// them.
//
// It assumes a program that has the command live, and directories that are its own.
// All that it reports of an agent comes from the agent's local socket, or from the
// operating system. It never reads an agent's files, except the end of its log when the
// agent misbehaves.
//
// Its tests are the tests of live mode as users have it: real processes, real sockets,
// real signals. The short tests always run. Tests that take minutes, kill leaders many
// times, or need root have the build tag live; the script .ci/live runs them.
package fleet
