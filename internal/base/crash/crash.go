// Package crash makes errors of panics: of the code that a program brings along, such as its
// own algorithms, and of our own.
//
// It assumes that code that recovers a panic calls it in the deferred function, while the
// stack still exists. A panic that is raised again, on another goroutine or with the name of
// its owner, keeps its first stack. Only In and Into recover; the package never prints. Cost:
// nothing without a panic.
package crash

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// A Panic is a panic as an error.
type Panic struct {
	Whose string // what panicked: the program's own model of movement drift; "" if unknown
	Value any    // what was given to panic
	At    string // the function and the line that panicked; of own code if any of it is on the stack
	Own   bool   // At is in code of the program, and not in that of this module
	Stack string
}

// A Misuse describes an invalid result of code, such as nil. It is the value of a panic in a
// function that returns no error; the name of the code is written before it.
type Misuse string

// Error returns the owner and the place of the panic, in one line.
func (p *Panic) Error() string {
	if wrong, is := p.Value.(Misuse); is {
		return strings.TrimPrefix(fmt.Sprintf("%s: %s", p.Whose, string(wrong)), ": ")
	}
	text := "panic"
	if p.Whose != "" {
		text = p.Whose + " panics"
	}
	return fmt.Sprintf("%s: %v%s", text, p.Value, p.At)
}

// Unwrap returns the error that was given to panic, if it was one.
func (p *Panic) Unwrap() error {
	err, _ := p.Value.(error)
	return err
}

// Recovered makes a Panic of what recover gave. It must be called by the deferred function.
func Recovered(value any) *Panic {
	if p, again := value.(*Panic); again {
		return p
	}
	p := &Panic{Value: value, Stack: string(debug.Stack())}
	p.At, p.Own = culprit()
	return p
}

// By is Recovered with whose panic it was, unless that is known already.
func By(value any, whose string) *Panic {
	p := Recovered(value)
	if p.Whose == "" {
		p.Whose = whose
	}
	return p
}

// In is to be deferred before a call of code that the program brings along: it adds to a
// panic whose it is, and repeats it.
func In(whose string) {
	if v := recover(); v != nil {
		panic(By(v, whose))
	}
}

// Into is In for functions that return an error: the panic becomes that error.
func Into(err *error, whose string) {
	if v := recover(); v != nil {
		*err = By(v, whose)
	}
}

// Find returns all panics that an error wraps.
func Find(err error) (found []*Panic) {
	if p, is := err.(*Panic); is {
		return []*Panic{p}
	}
	if several, ok := err.(interface{ Unwrap() []error }); ok {
		for _, one := range several.Unwrap() {
			found = append(found, Find(one)...)
		}
		return found
	}
	if one := errors.Unwrap(err); one != nil {
		return Find(one)
	}
	return nil
}

// maxDepth is how many calls are looked at: more than lie between a verb and a handler.
const maxDepth = 128

// culprit is the innermost call that panicked, as a text that follows the value. Of the
// program's own code and ours on the stack it takes the program's, which called ours in a way
// that ours does not bear.
func culprit() (at string, own bool) {
	pcs := make([]uintptr, maxDepth)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
	panicked, more := false, true
	var f runtime.Frame
	for more {
		f, more = frames.Next()
		switch {
		case f.Function == "runtime.gopanic":
			panicked = true
		case !panicked || strings.HasPrefix(f.Function, "runtime."):
		case strings.HasPrefix(f.Function, ours+"/cmd/cli.(*App).Main"):
			return at, false // what lies below is the program's main function
		case brought(f.Function):
			return said(&f), true
		case at == "":
			at = said(&f)
		}
	}
	return at, false
}

// ours is the path of this module.
var ours = func() string {
	pc, _, _, _ := runtime.Caller(0)
	module, _, _ := strings.Cut(runtime.FuncForPC(pc).Name(), "/internal/base/crash.")
	return module
}()

// brought reports whether a function is of the module of the program, and that is not ours.
func brought(function string) bool {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Path == ours {
		return false
	}
	return strings.HasPrefix(function, "main.") || strings.HasPrefix(function, info.Main.Path+"/") || strings.HasPrefix(function, info.Main.Path+".")
}

// said names a call: the function without the path of its package, the file's name and line.
func said(f *runtime.Frame) string {
	function, file := f.Function, f.File
	function = function[strings.LastIndex(function, "/")+1:]
	file = file[strings.LastIndex(file, "/")+1:]
	return fmt.Sprintf(", in %s (%s:%d)", function, file, f.Line)
}
