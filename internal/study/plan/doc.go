// Package plan reads plans: a scenario, the axes along which it is varied, the
// algorithms to compare, and how many runs each point of the axes gets.
//
// A plan is YAML, read as strictly as a scenario: every fault is reported at once, with
// its place and the nearest valid name. It assumes that a value of an axis is one that
// "bellwether run --set" could set; the scenario's own loader checks it. It never runs
// anything. Points loads every point, so that a faulty one is found before the first run.
//
//	schema: 2
//	name: density
//	about: How many nodes does a campus need?
//	scenario: campus-walk            # built in, or a file beside the plan
//	set: {duration: 2m}
//	axes:
//	  nodes: [20, 40, 80]
//	  radio.range: {from: 150, to: 250, step: 50}
//	  world:                         # a name, of values that set several paths each
//	    small: {world.width: 200, world.height: 200}
//	    large: {world.width: 800, world.height: 800}
//	algorithms: [vasudevan, bully]   # default: the scenario's
//	runs: 10                         # default: the scenario's
//	# or: stop: {metric: leaderless_fraction, half_width: 5%, min: 10, max: 200}
//
// The points are all combinations of the values of the axes, in the order of the plan; the
// last axis varies fastest. All algorithms meet the same seeds at every point (common
// random numbers): seed, seed+1, … of the scenario.
//
// # Stopping by precision
//
// With stop, a point begins with min runs of each algorithm, and gets min more at a time
// until half the width of the metric's 95 % interval is at most the given share of the
// mean for every algorithm of the point, or max is reached. All algorithms of a point get
// the same number of runs, so that differences stay paired. An interval that is looked at
// several times may stop the runs when it is narrow by chance. It then holds the true mean
// a little less often than 95 % (Chow & Robbins, Ann. Math. Statist. 36, 1965: exact only
// in the limit of many runs).
//
// # Bounds
//
// At most maxPoints points and maxRuns runs, checked before any point is loaded. Each
// point holds a scenario in memory, with its movement file if it has one.
package plan
