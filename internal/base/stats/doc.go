// Package stats has the statistics that several packages need beside intervals (package
// trace/measure): the correction of several tests, the comparison of two studies, and
// experiments with many factors. It is pure.
//
// # Several tests
//
// [Holm] corrects the p of several tests for their number. It assumes nothing about how the
// tests depend on each other. Source: S. Holm, A Simple Sequentially Rejective Multiple Test
// Procedure, Scandinavian Journal of Statistics 6, 1979.
//
// # Two studies
//
// [Equivalent], [Within], [Above], [Ratio] and [Slope] compare the numbers of two studies, each
// with its interval and its p. They assume independent means of runs, each with a symmetric 95 %
// interval by Student's t. Each verdict is one of three: yes, no, or that the intervals are too
// wide to say. A comparison has the p of the test that its verdict rests on, so that the verdicts
// of a family can be corrected for their number: [Compared.Corrected].
//
// # Experiments with many factors
//
// A [Design] is a two-level fractional factorial experiment. It assumes that each factor has a
// low and a high level, that runs at one point differ by chance alone, with one variance at all
// points, and that effects of three and more factors together are negligible. It never decides
// which of several aliased effects is real: it names them all.
//
// A design of 2^k points has k basic factors, which take all combinations of their levels, and
// further factors; the level of each is the product of the levels of some basic ones, its
// generator. The products of columns that are constant are the words of the defining relation;
// the length of the shortest is the resolution. At resolution IV no main effect is aliased
// with another one or with an effect of two factors. After G. E. P. Box and J. S. Hunter, "The
// 2^(k-p) Fractional Factorial Designs", Technometrics 3(3), 1961.
//
// Cost: the words of a design are counted one by one, 2^p of them for p generators, at most 2^16.
//
// # Deviations
//
// Errors of sums have the degrees of freedom of Welch and Satterthwaite, which are
// approximate; the published halves are digitised, and their count of runs is all that is
// known. Ratios are compared as logarithms, with relative errors in place of errors of
// logarithms: within 2 % up to a half of a fifth.
package stats
