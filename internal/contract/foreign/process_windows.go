package foreign

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

// hold is the job object that the child and all that it starts are in. Windows ends them when the last
// handle is closed, which it does itself if this process is killed.
type hold struct{ job windows.Handle }

// launch starts the child in a job of its own.
func (p *process) launch() error {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return err
	}
	limits := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{
		BasicLimitInformation: windows.JOBOBJECT_BASIC_LIMIT_INFORMATION{LimitFlags: windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE},
	}
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation, uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits)))
	if err == nil {
		err = p.cmd.Start()
	}
	if err != nil {
		_ = windows.CloseHandle(job)
		return err
	}
	p.job = job
	// What the child starts before it is in the job is not: some microseconds, in which it loads its libraries.
	return p.enlist()
}

// enlist puts the child into the job.
func (p *process) enlist() error {
	child, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, uint32(p.cmd.Process.Pid))
	if err == nil {
		err = windows.AssignProcessToJobObject(p.job, child)
		_ = windows.CloseHandle(child)
	}
	if err != nil {
		_ = p.cmd.Process.Kill()
		_ = p.cmd.Wait()
		_ = windows.CloseHandle(p.job)
	}
	return err
}

// kill ends all that is in the job.
func (p *process) kill() { _ = windows.TerminateJobObject(p.job, 1) }

// clear ends what the child, which has ended, left behind.
func (p *process) clear() {
	p.kill()
	_ = windows.CloseHandle(p.job)
}
