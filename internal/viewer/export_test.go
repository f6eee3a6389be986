package viewer

// Modules and Asset are what the page consists of.
var (
	Modules = modules
	Asset   = asset
)
