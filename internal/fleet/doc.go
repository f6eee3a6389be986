// Package fleet runs agents as processes of this machine, watches them, and kills
// them.
//
// It assumes a program that has the command live, and directories that are its own.
// Whatever it says of an agent was asked of the agent over its local socket, or is what
// the operating system says of the process. It never looks into an agent's files, but
// shows the end of its log where the agent does not do what it should.
//
// Its tests are those of live mode as users have it: real processes, real sockets, real
// signals. The short ones run always. Those that take minutes, kill leaders again and
// again, or need to be root have the build tag live; the script .ci/live runs them.
package fleet
