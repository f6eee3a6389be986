package crash

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

// careless is code that panics.
func careless(of any) { panic(of) }

func TestAPanicHasItsOwnerAndPlace(t *testing.T) {
	err := func() (err error) {
		defer Into(&err, "the program's own loss fog")
		defer In("the program's own model fog is made of")
		careless("a hole")
		return nil
	}()
	if want := "the program's own model fog is made of panics: a hole, in crash.careless (crash_test.go:"; !strings.HasPrefix(fmt.Sprint(err), want) {
		t.Errorf("got %v, want %s…", err, want)
	}
	found := Find(fmt.Errorf("a: %w", errors.Join(io.EOF, fmt.Errorf("b: %w", err))))
	if len(found) != 1 {
		t.Fatalf("%d panics are found in the error, want 1", len(found))
	}
	if p := found[0]; !strings.Contains(p.Stack, "careless") || p.Own {
		t.Errorf("own %t, its stack is\n%s", p.Own, p.Stack)
	}
}

// A panic of the runtime has the place in the program that caused it.
func TestAPanicOfTheRuntimeHasThePlaceOfItsCaller(t *testing.T) {
	var none map[string]int
	err := func() (err error) {
		defer Into(&err, "it")
		none["a"] = 1
		return nil
	}()
	if text := fmt.Sprint(err); !strings.HasPrefix(text, "it panics: assignment to entry in nil map, in crash.TestAPanicOfTheRuntime") {
		t.Error(text)
	}
}

// An error that was the value of a panic is found, also after the panic was raised again.
func TestAPanicKeepsItsError(t *testing.T) {
	first := func() (p *Panic) {
		defer func() { p = Recovered(recover()) }()
		careless(io.ErrUnexpectedEOF)
		return nil
	}()
	again := func() (p *Panic) {
		defer func() { p = Recovered(recover()) }()
		panic(first)
	}()
	if again != first || !errors.Is(again, io.ErrUnexpectedEOF) {
		t.Errorf("got %v", again)
	}
	if err := func() (err error) { defer Into(&err, "it"); return io.EOF }(); err != io.EOF {
		t.Errorf("without a panic: %v", err)
	}
}
