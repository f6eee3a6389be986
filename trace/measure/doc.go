// Package measure turns traces into numbers: a Run reads one run as it happens,
// Summarise puts runs together into means with intervals and paired differences.
//
// It assumes that records come in the order in which they happened, that a Truth record
// at the beginning says how components are known, and that a run ends with an End record
// or at a known horizon. It never judges an algorithm (see trace/check) and uses only
// the trace. It invents no number: a metric that does not apply is unknown, and a time
// that had not ended is cut off, not dropped.
//
// # How components are known
//
// Many metrics need no component and are exact in every run: live node-time,
// leaderless_fraction, leader_changes_per_node_h, election_rate_per_min, election_time_s,
// election_fraction, first_death_s, and all counts of messages, frames and bytes.
//
// The others depend on who is in which component: badly_led_fraction, instability,
// agreement, several leaders, unreachable leaders, quality, the components themselves, and
// the kinds of suspicions. What they judge is a step function of time. It changes when a
// node changes its component, boots or stops, names a leader or offers something else. The
// Truth record says how the changes of components are known:
//
//	exact     each change has a record, at its instant
//	examined  the same, but the medium has no equation for its links: all links are looked
//	          at once in each interval, and a change of a link is late by up to that
//	drawn     components are recorded at one instant in each interval, drawn uniformly
//	sampled   a file of version 1, without a Truth record: components are recorded at
//	          regular instants
//
// Exact and examined components are integrated. What holds at the end of an instant holds
// until the next change, and counts for that span. What holds between two records of one
// instant lasts for no time, and does not count. Node-time is summed in whole nanoseconds.
//
// A drawn instant in the window stands for its interval, so fractions of (live node, time)
// are counts of (live node, instant). What lasts for a tenth of an interval is found by one
// look in ten, wherever in the interval it lies: the mean over runs is right, and a run has
// the error of its draws.
//
// Samples at regular instants are counted in the same way, but what begins at such an
// instant is found by each look, however short it is: an election that a fault calls at a
// whole second counts as a whole second, also if it takes 0.1 s. So Summarise refuses to put
// such runs together with others.
//
// The energy spent is read where the trace has it; at the end of the warm-up it is taken to
// grow evenly between two readings.
//
// # What the words mean
//
// The window is [warm-up, horizon). A node is live from Boot to Crash, Absent or
// the end. It is in an election (δ = 1) from Electing until the next Elected; it
// knows no leader from Boot until its first Elected, in an election, and after
// Elected with Nobody. Passing from one computation to another is no new
// election. The best of a component is its live member of the greatest
// (capability, ID), by the newest Capability records.
//
// A node is badly led while it knows no leader, while its leader is not a live member of its
// component, and while the best of the component exceeds the leader by more than the Tolerance
// of the scenario: it offers over 5 % more, and may depose the leader by the scenario's own
// margin, value > (leader + bonus)·(1 + hysteresis). Options.Tolerance may be one share in
// place of both. instability_fraction counts every leader but the best;
// instability_within_margin_fraction is its part in which the leader is a live member that the
// best may not depose by the margin (Options.Margin), whatever the Tolerance. A node changes
// its leader when it names another one than it named last since its boot, however often it
// knew none between them.
//
// The time of an election runs to the last leader its computation yields
// (VKT04): a later Elected with the same computation and another leader prolongs it,
// unless the node named another leader in between. An election that a crash or a
// departure ends is left out and counted as interrupted; one that ends without a
// leader, or runs when the run ends, is cut off there. Only elections entered
// within the window count. The value of one run alone is the Kaplan-Meier mean
// restricted to its longest observation, a lower bound where that was cut off; it is
// compared with no other run's. What the runs observed is kept (see Times).
//
// Detectors (Chen, Toueg, Aguilera 2002). A suspicion is of a crash if the suspected node has
// stopped, unreachable if that node is in another component, else false: a mistake. It is
// judged when it begins, by the components of that instant, or of the last instant at which
// they were drawn or sampled; a node whose component is not known yet counts as unreachable. A
// mistake ends when the suspected node is trusted again, stops or is cut off from its holder;
// it is cut off itself if its holder stops or the run ends. A death within the window is
// detected by the first node of its component whose suspicion lasts until the dead node boots
// again, or until its holder stops or the run ends. If all nodes that suspected it took that
// back, its time is cut off there. A suspicion of a former incarnation detects nothing. A
// trace does not show which nodes watch which: a death that no node suspects has no time
// (Metrics.Suspicions counts them), and only the first detection counts, because other nodes
// may have begun to watch much later. Without a message of class detector and a suspicion none
// of these metrics applies. query_accuracy is over all pairs: an algorithm whose nodes watch
// only their leader can make few mistakes, and gets the better value.
//
// first_death_s alone counts from the beginning of the run, warm-up included, because
// batteries are used from there.
//
// Options.Medium decides which metrics of the air are measured: the trace has the bytes of a
// frame, but not its airtime. A frame that a node loses is a collision if the reason of its
// loss is collision, capture or half-duplex, also if the frame is tried again.
//
// # Over runs
//
// A summary is the mean over runs with a 95 % interval: Student's t on a scale
// that keeps both ends within the values that the metric can have: the logit for shares,
// the logarithm for what is never negative. Times of an event that happens at most once in
// a run are Kaplan-Meier's. The ends are seldom symmetric around the mean.
//
// # Differences
//
// Rows are compared seed by seed (see Difference): the typical run by Wilcoxon's
// signed ranks, with Hodges and Lehmann's estimate and its interval, and the mean by
// Student's t. A verdict needs both, after Holm's correction for the rows of the
// report that have this metric. Where more runs could give a verdict,
// because the typical run differs and the mean is open, that is marked (RunsToTell). The
// page docs/maintainers/statistics.md has the study by which the method was chosen, its
// false verdicts, its power and how often it is marked;
// TestDifferencesAreJudgedAsPublished counts them again.
//
// Times that occur many times in a run, such as elections, are counted by observation:
// quantiles and the mean come from the Kaplan-Meier curve of all runs together, and the mean
// is restricted to a horizon that the rows have in common (see Horizons): a mean up to 3 s
// cannot be compared with a mean up to 300 s. The times of one run depend on each other, so
// intervals come from leaving out whole runs: Student's t of the runs' shares of the mean, and
// for quantiles the times at which the limits of the curve contain 1-q. The contribution of a
// run to the mean (its pseudo-value) is also what is paired on common seeds.
//
// Beside a difference stands its effect size, Cohen's d_z: the mean of the paired
// differences over their standard deviation.
//
// # The verdict
//
// Which row leads best is decided over all pairs of the rows that elect the best node, on the
// seeds that all have, in badly_led_fraction and in frames, as one family by Holm (see verdict).
// The choice of the best after a look at the data then costs no error. The price is power: 6
// rows take 11 runs, where an arrow takes 8.
//
// # How far to trust an interval
//
// How many of 4000 intervals with a nominal 95 % contained the true mean, in percent: of
// exponential values (skewness 2), lognormal ones (σ = 1, skewness 6.2), shares near none
// (beta with 0.5 and 9.5) and shares near all (beta with 18 and 1). BCa is the bootstrap
// interval that was used before, t the plain one; log and logit are used now.
//
//	       exponential         lognormal           beta(0.5, 9.5)      beta(18, 1)
//	n        BCa     t   log     BCa     t   log     BCa     t logit     BCa     t logit
//	5       80.9  88.6  93.7    74.2  81.8  89.8    77.3  83.7  92.0    81.0  89.0  94.1
//	10      88.1  89.6  93.2    83.3  84.5  88.5    88.0  88.3  92.8    88.9  91.5  94.2
//	12      89.9  91.1  93.8    84.1  84.9  88.9    88.7  89.0  92.6    88.9  90.9  93.0
//	20      91.6  91.9  93.7    87.5  86.2  89.6    91.3  91.1  93.7    91.3  92.2  93.5
//	30      92.5  92.5  93.8    90.1  88.7  91.1    92.7  91.6  93.9    93.7  94.1  95.0
//	50      93.8  94.2  94.5    90.9  89.7  91.1    93.7  92.8  94.6    94.0  94.1  94.6
//	100     94.0  94.1  94.4    91.3  90.9  92.1    94.6  94.2  94.9    94.3  94.3  94.8
//
// Of normal values 94 to 96 % of 10 000 in the tests, for n of 6, 10 and 30. Few runs
// of a skewed metric make an interval that is too short, whatever the method;
// Key.Interval says from how many on to trust it. The study again:
// go test ./trace/measure -run '^$' -bench Coverage -benchtime 1x
//
// Over elections, in 1000 intervals with a nominal 95 %, how many contained the truth, and
// how many of a p90 had an upper end. The elections of a run are lognormal and share a
// factor, lognormal as well: σ 0.8 within runs and none between (even), 0.8 and 0.4
// (clustered), 0.6 and 0.8 (strong); or one run in ten is five times as slow (rare; σ 0.6
// within). Slow runs of the first three have more elections; 5 or 10 % may be cut off. The
// mean is up to 5 s.
//
//	            even                         clustered                    strong                       rare
//	runs  mean  p50  p90  p99  ends    mean  p50  p90  p99  ends    mean  p50  p90  p99  ends    mean  p50  p90  p99  ends
//	  5    938  944  976  973     0     928  948  992  992     0     867  908  998  998     0     458  866  994  990     0
//	 10    940  956  962  969   838     909  932  948  980   173     887  939  984  979     4     634  791  663  976   332
//	 20    948  945  941  971   975     947  954  959  974   199     913  957  990  975     0     812  846  848  949   151
//	 30    940  945  936  959   987     943  952  968  974   138     913  948  985  972     0     872  897  914  980    72
//
// Without the test of how many runs determine a quantile (enoughBehind), the intervals of a
// p90 and a p99 of strong runs contained the truth in 772 and 994, 779 and 724, 849 and
// 600, 844 and 628. A rare run that did not happen leaves no sign in the sample.
//
// The cluster bootstrap by percentiles was tried in their place: of 10 runs its intervals
// contained p50, p90, p99 in 886, 886, 873 (even), 883, 834, 784 (clustered) and 845, 607,
// 358 of 1000 (strong), and BCa of the shares the mean in 888, 865, 834. If runs differ as
// much as in the third world, the tail depends on the slowest of them: neither method
// accounts for a run that did not happen. Two rows without a difference were told apart in
// 12, 22 and 13 of 500 with 7, 10 and 20 seeds (clustered). The study again:
// go test ./trace/measure -run '^$' -bench CoverageOverElections -benchtime 1x
//
// Units are in the names: seconds, minutes, hours, joules; fractions are 0 … 1.
//
// Cost: constant memory per node; eight bytes per election, mistake and detected death, and
// some three of them to keep; 40 bytes per pair in which one node suspected the other or
// should detect its death. Time: a few dozen nanoseconds per record, and for each instant at
// which a component changes as much for each leader that its members name, or for each member
// if the best has left it; where components are drawn or sampled, per node and instant. It
// asks for no receptions.
//
// Sources: Vasudevan, Kurose, Towsley (ICNP 2004), for F, R, T and M; Chen, Toueg, Aguilera
// (IEEE Trans. Computers 51(5), 2002), for detectors. There are two deviations: T is a
// restricted mean, because elections may be cut off; F is shown beside what it does not
// count, leaders that are known but wrong or out of reach.
package measure
