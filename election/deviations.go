package election

// deviations lists what the paper leaves open or we do otherwise.
func deviations() []string {
	return []string{}
}
