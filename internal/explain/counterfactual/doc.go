// Package counterfactual finds the causes without which an effect in a run would not have
// happened: a lost message, a strike of a fault, a link that broke, an empty battery, a
// time-out that came late. Each of them is a suspect. The run of a trace is made again without
// it, and a cause is one without which the effect does not happen (the but-for test of the
// law; Halpern and Pearl, Causes and Explanations, BJPS 56, 2005, call the general form actual
// causes). That is possible because losses, movement, faults and draws are functions of the
// seed and of where they occur.
//
//   - An effect is a stretch of a run in which something is wrong: a node that does not follow whom it should,
//     many such nodes, two leaders in one component, an election.
//   - It is mended if less than half of it is left. If the question names an instant, only 250
//     ms before and after it count, because a stretch may have several causes one after
//     another.
//   - Suspects are tried one by one, rare and late ones first. If none mends the effect, all
//     are left out together, and if that mends it, delta debugging (Zeller and Hildebrandt,
//     Simplifying and Isolating Failure-Inducing Input, TSE 28(2), 2002) finds a least set:
//     each of its suspects is needed.
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
//   - A node counts as wrong by the rule of the metrics: in each state that lasts, or at each
//     sample where components are drawn or sampled. If a question is about all nodes, nodes
//     whose leader offers as much as the best do not count.
//   - Movement and draws of the algorithm are no suspects; links that movement breaks are.
//   - Futures differ only in the losses of frames. Collisions follow from these; movement,
//     faults and the algorithm's draws stay the same.
package counterfactual
