package errs

import "reflect"

// Nothing reports whether an interface holds no value, or a nil pointer, whose methods
// would crash.
func Nothing(of any) bool {
	v := reflect.ValueOf(of)
	return !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil()
}
