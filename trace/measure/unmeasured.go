package measure

// notMeasured is the reason for each chosen metric that applies to no run of any row;
// nil if there is no such metric, or no run.
func notMeasured(rows [][]RunResult, chosen []int) map[string]string {
	if len(rows) == 0 {
		return nil
	}
	out := map[string]string{}
	alive := appliesTo(rows, leaderlessFraction)
	for _, k := range chosen {
		switch {
		case appliesTo(rows, k):
		case !alive:
			out[keys[k].Name] = "no node was live in the measured time"
		default:
			out[keys[k].Name] = whyNot(k)
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

func appliesTo(rows [][]RunResult, k int) bool {
	for _, row := range rows {
		for i := range row {
			if row[i].Metrics.values[k].Known {
				return true
			}
		}
	}
	return false
}

// whyNot is why a metric may not apply to a world in which nodes live.
func whyNot(k int) string {
	switch k {
	case electionTime, messagesPerElection, messagesPerElectionBroadcast, messagesPerElectionUnicast:
		return "no node entered an election in the measured time"
	case energyPerNode, energyTrafficPerNode, firstDeath:
		return "no node has a battery: the scenario has no energy section, or its profile is none"
	case detectionTime:
		return "no node that another could reach crashed or left in the measured time"
	case mistakesPerNode, queryAccuracy:
		return "no algorithm here has a failure detector that reports its suspicions"
	case mistakeDuration:
		return "no live node was suspected in the measured time"
	case airtimeFraction, airtimeBusiest:
		return "frames take no time on the air"
	case collisionsPerNode, accessDropsPerNode:
		return "nodes do not contend for the medium: radio.access is ideal"
	case dutyHeldPerNode, dutyDropsPerNode:
		return "there is no duty cycle: radio.duty_cycle"
	case overBudgetPerNode:
		return "there is no budget: radio.budget"
	case agreementConnectedFraction:
		return "no component had two members in the measured time"
	case noneEligibleFraction:
		return "there are no rules that say who may lead: eligible"
	case badlyLedFraction, instabilityWithinMarginFraction:
		return "the program that made these results sampled components and did not measure it; run it again"
	case instabilityFraction, goalInstabilityFraction, agreementFraction, multiLeaderFraction, unreachableLeaderFraction,
		leaderQuality, componentSizeMean, componentCountMean:
		return "nothing is known of the components in the measured time"
	}
	return "the program that made these results did not measure it"
}
