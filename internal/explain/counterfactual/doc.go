// Package counterfactual finds what an effect in a run would not have been without: a lost message, a strike of a
// fault, a link that broke, an empty battery, a time-out that came late. Each of them is a suspect. The run of a
// trace is made again without it, and a cause is one without which the effect does not happen (the but-for test
// of the law; Halpern and Pearl, Causes and Explanations, BJPS 56, 2005, call the general form actual
// causes). That is possible because losses, movement, faults and draws are functions of the seed
// and of where they occur.
//
//   - An [Effect] is a stretch of a run in which something is wrong: a node that does not follow whom it should,
//     many such nodes, two leaders in one component, an election.
//   - It is mended if less than half of it is left; where an instant is asked about, within 250 ms of it, since
//     a stretch may have several causes one after another.
//   - Suspects are tried one by one, those first that are rare and late. If none mends the effect, all are left
//     out together, and if that mends it, delta debugging (Zeller and Hildebrandt, Simplifying and
//     Isolating Failure-Inducing Input, TSE 28(2), 2002) finds a least set: none of it can be spared.
//   - Where frames are lost by chance, a small change may lead anywhere. So each cause is tried in futures in which the
//     losses after it are drawn again, with it and without it.
//
// It assumes a trace whose header has the scenario, and a program that repeats its run; it compares
// the first run with the trace, and refuses to answer if they differ.
//
// It never changes a file, and never says that there is no cause: only which suspects were tried.
//
// Units: nanoseconds of the run.
//
// Cost: a run up to the end of the effect for each suspect that is tried, and two for each future; a [Budget] bounds them.
//
// Deviations:
//
//   - Who is wrong is judged as by the metrics: in each state that lasts, or at each sample where components are drawn or
//     sampled. Of all nodes those do not count that follow one who offers as much as the best.
//   - Movement is no suspect, only the links that it breaks; nor are draws of the algorithm.
//   - Futures differ in the losses of frames alone: collisions follow, movement, faults and the algorithm's draws stay.
package counterfactual
