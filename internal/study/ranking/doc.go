// Package ranking says what decides the order of the rows of a sweep: the algorithms themselves, or
// an axis of the plan.
//
// A sweep is an experiment with crossed factors: the row, and each axis; its seeds are blocks, since
// all rows meet the same worlds. What is divided is the variance between rows at one point, over all
// points: the effect of the row, which is the same at every point, and those of the row with one axis
// or with several, by which the row's place depends on the point. What moves all rows alike is no
// part of it. The part of an axis "alone" is that of the row with this axis and no other; the part "in all" has
// all effects that the axis takes part in, so it is what would go if the axis were fixed. In
// sensitivity analysis these are the first-order and the total index: I. M. Sobol', Sensitivity
// Estimates for Nonlinear Mathematical Models, Mathematical Modelling and Computational Experiment 1,
// 1993; T. Homma and A. Saltelli, Importance Measures in Global Sensitivity Analysis of Nonlinear
// Models, Reliability Engineering and System Safety 52, 1996.
//
// It divides two things: the order, where each run is replaced by its row's rank among the rows with
// the same seed at the same point (equal ones share their ranks), and the metric itself. One row that
// collapses somewhere rules the variance of a metric; its rank has no more weight than any other.
//
// Chance has no part in the shares: see stats.Crossed. How much of a single run it is stands beside them.
//
// It assumes that each row has each of its seeds at every point. Seeds that lack any are left out. It
// never compares rows of two goals; who calls it chooses the rows.
//
// Cost: a pass over all values for each set of factors, 2^(axes+1) of them, for each seed.
package ranking
