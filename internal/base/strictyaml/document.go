package strictyaml

import (
	"fmt"
	"strings"
)

// Add notes a fault of a node.
func (d *Document) Add(n *Node, format string, args ...any) {
	d.faultAt(n.Place, n.Path, fmt.Sprintf(format, args...))
}

// Fault notes a fault of the value at path. Without a value there, the fault gets the place of
// the nearest value above it.
func (d *Document) Fault(path, format string, args ...any) {
	at, _ := d.root.find(path)
	place := at.Place
	if at == d.root && place.Line > 0 {
		place = Place{File: d.name, Line: 1}
	}
	d.faultAt(place, path, fmt.Sprintf(format, args...))
}

// FaultOf notes a fault of a flag.
func (d *Document) FaultOf(flag, format string, args ...any) {
	d.faultAt(Place{File: flag}, "", fmt.Sprintf(format, args...))
}

func (d *Document) faultAt(at Place, path, message string) {
	if len(d.faults) >= maxFaults {
		return
	}
	d.faults = append(d.faults, fault{Place: at, Path: path, Message: message})
}

// Given reports whether the document, or a flag over it, holds something at path.
func (d *Document) Given(path string) bool {
	_, whole := d.root.find(path)
	return whole
}

// Place returns where path was given, or where it would belong.
func (d *Document) Place(path string) Place {
	at, _ := d.root.find(path)
	return at.Place
}

// Sound reports whether none of the paths, nor anything under or above them, has a
// fault so far: a check that compares two values asks first, so that one
// mistake is not reported twice.
func (d *Document) Sound(paths ...string) bool {
	for _, path := range paths {
		for _, f := range d.faults {
			if under(f.Path, path) || under(path, f.Path) && f.Path != "" {
				return false
			}
		}
	}
	return true
}

// under reports whether a is b or lies within it.
func under(a, b string) bool {
	rest, ok := strings.CutPrefix(a, b)
	return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
}

// Err returns every fault noted so far, nil without any.
func (d *Document) Err() error {
	if len(d.faults) == 0 {
		return nil
	}
	d.faults = inOrder(d.faults)
	for i := range d.faults[:min(len(d.faults), maxShown)] {
		d.faults[i].excerpt = excerpt(d.lines, d.faults[i].Place)
	}
	return &Error{d.faults}
}
