package foreign

// launch starts the child.
func (p *process) launch() error { return p.cmd.Start() }

// kill kills the child; what it started ends as its pipes close.
func (p *process) kill() { _ = p.cmd.Process.Kill() }
