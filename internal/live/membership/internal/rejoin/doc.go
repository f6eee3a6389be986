// Package rejoin calls the agents with which this one should exchange the whole state: seeds,
// members that failed, members that were forgotten, and members that came back. So a partition
// heals, however long it was.
//
// It assumes that package view knows which members have failed. It never decides who is alive:
// memberlist does, after an exchange. Its state is which seeds have answered and which members are
// lost. It makes three calls at a time, 16 in the first round, with a wait that doubles.
//
// Errors of memberlist are translated for an operator by their text, since memberlist wraps none;
// nothing else depends on that text.
package rejoin
