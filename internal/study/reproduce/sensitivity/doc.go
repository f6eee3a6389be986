// Package sensitivity studies what the simulations of Vasudevan, Kurose and Towsley (ICNP 2004)
// leave open: which unknown moves which figure, and by how much.
//
// There are three studies. ofUnknowns is a fractional factorial experiment over fifteen
// unknowns with two values each, in 64 configurations, at some points of Figs. 5, 8 and 10a.
// ofStages goes from our world to that of GloMoSim, the simulator that the paper used, one
// step at a time. ofCandidates runs the configurations again that the first finds nearest to
// the published; the nearest of them is the chosen one, with which package reproduce predicts
// Figs. 9 and 10b. No study uses a published value of these two.
//
// It assumes that unknowns multiply a response, so it works with logarithms: F, R and T differ
// by factors, and chance is a share of them. It cannot find effects of three or more unknowns
// together. All runs are shorter than the paper's: see runLength.
//
// A study is a plan that package sweep runs, kept in a directory like any other results; a
// study that was interrupted repeats no run. Cost: 832 runs for each run of a point, about
// a quarter of an hour of processor time; stages 136, as long, since 100 nodes over TCP storm.
package sensitivity
