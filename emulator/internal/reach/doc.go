// Package reach decides which nodes hear which: from the medium, the losses, the places
// of nodes, and the state of their radios.
//
// # In and out
//
// It uses the kernel, a radio.Medium, the losses, and the places of nodes. It is informed
// which nodes run, have their radios off, or are jammed, and of the groups of a partition. It
// returns the receivers of a frame, its outcome, and a node's neighbours. The mask of live
// agents uses only [Air], which needs no world.
//
// # Never
//
// It draws no random numbers: media and losses are pure functions. It does not know what
// a frame carries, nor whether others were on the air.
//
// # Cost
//
// A node takes 8 bytes that the loop over candidates reads, and 6 more. With an exact
// medium a candidate costs one or two comparisons; other media are asked for each
// candidate.
package reach
