package reproduce

// ChosenConfiguration is that of AsChosen.
func ChosenConfiguration() Configuration { return Assumed() }
