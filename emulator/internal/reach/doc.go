// Package reach says who hears whom: it puts a medium, the losses, where nodes are, and
// what their radios are set to together into one decision.
//
// # In and out
//
// It is given the kernel, a radio.Medium, the losses, and where nodes are. It is told
// who runs, whose radio is off, who is jammed and which group of a partition a node is
// in. It is asked for the receivers of a frame, for what became of a frame, and for a
// node's neighbours. [Air] alone, which needs no world, is what the mask of live
// agents asks, too.
//
// # Never
//
// It draws nothing: media and losses are pure functions. It does not know what a frame
// carries, nor whether others were on the air.
//
// # Cost
//
// A node takes 8 bytes that the loop over candidates reads, and 6 more. Over an exact
// medium a candidate costs a comparison or two; over others it is asked for each.
package reach
