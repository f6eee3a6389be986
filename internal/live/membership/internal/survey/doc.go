// Package survey finds out which member answers which: it tries every member by a ping and asks
// the living members to do the same.
//
// Its state is the questions and answers that wait, and what it found last. It never changes what is
// known of a member. A member tries the others at most once in five seconds, however often it is
// asked.
package survey
