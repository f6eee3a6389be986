// Package events tells user events to all members, each once, and delivers them.
//
// Its state is a Lamport clock and the newest 512 events. It assumes that events may come twice,
// late and in any order. It never delivers one twice, and never more than eight a second, after a
// burst of 64.
package events
