package strictyaml

import (
	"fmt"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// number is a decimal number in the form that JSON and YAML 1.2 share; a leading + or
// point is accepted. Its length is bounded, because comparisons are exact.
var number = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[-+]?([0-9]{1,40}(\.[0-9]{0,40})?|\.[0-9]{1,40})([eE][-+]?[0-9]{1,3})?$`)
})

// notFinite matches the ways of writing numbers that are not finite.
var notFinite = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)^[-+]?\.?(nan|inf|infinity)$`) })

func (d *Document) scalar(n *Node, v reflect.Value, t tags) {
	if n.Kind == List || n.Kind == Map {
		d.Add(n, "must be %s, got %s", wanted(v, t), n.Describe())
		return
	}
	var why string
	switch {
	case v.Type() == durationType:
		why = setDuration(n, v, t)
	case v.Kind() == reflect.String:
		why = setText(n, v, t)
	case v.Kind() == reflect.Bool:
		why = setBool(n, v)
	case v.CanInt() || v.CanUint():
		why = setInteger(n, v, t)
	case v.CanFloat():
		why = setFloat(n, v, t)
	default:
		panic("strict: cannot decode a " + v.Type().String())
	}
	if why != "" {
		d.Add(n, "%s", why)
	}
}

// wanted returns what a scalar accepts, in words.
func wanted(v reflect.Value, t tags) string {
	switch {
	case len(t.enum) == 1:
		return t.enum[0]
	case len(t.enum) > 1:
		return "one of " + strings.Join(t.enum, ", ")
	case v.Type() == durationType:
		return "a duration with a unit, like 10s"
	case v.Kind() == reflect.String:
		return "text"
	case v.Kind() == reflect.Bool:
		return "true or false"
	case v.CanFloat():
		return "a number" + t.in()
	}
	return "a whole number" + t.in()
}

func mustBe(n *Node, v reflect.Value, t tags) string {
	return fmt.Sprintf("must be %s, got %s", wanted(v, t), n.Describe())
}

func setText(n *Node, v reflect.Value, t tags) string {
	if n.Kind == Plain && (number().MatchString(n.Text) || n.Text == "true" || n.Text == "false") {
		return fmt.Sprintf("must be %s, got %s", wanted(v, t), n.Text)
	}
	if len(t.enum) > 0 && !slices.Contains(t.enum, n.Text) {
		return mustBe(n, v, t) + DidYouMean(n.Text, t.enum)
	}
	if t.pattern != nil && !t.pattern.MatchString(n.Text) {
		return fmt.Sprintf("must match %s, got %q", t.pattern, shorten(n.Text))
	}
	if t.maxLength > 0 && len([]rune(n.Text)) > t.maxLength {
		return fmt.Sprintf("must be at most %d characters long, got %d", t.maxLength, len([]rune(n.Text)))
	}
	v.SetString(n.Text)
	return ""
}

func setBool(n *Node, v reflect.Value) string {
	if n.Kind != Plain || n.Text != "true" && n.Text != "false" {
		return mustBe(n, v, tags{})
	}
	v.SetBool(n.Text == "true")
	return ""
}

func setInteger(n *Node, v reflect.Value, t tags) string {
	if n.Kind != Plain || !number().MatchString(n.Text) || strings.ContainsAny(n.Text, ".eE") {
		return mustBe(n, v, t)
	}
	text := strings.TrimPrefix(n.Text, "+")
	if len(t.enum) > 0 && !slices.Contains(t.enum, text) {
		return mustBe(n, v, t)
	}
	if why := t.outside(text, n.Text); why != "" {
		return why
	}
	if v.CanUint() {
		u, err := strconv.ParseUint(text, 10, v.Type().Bits())
		if err != nil {
			return fmt.Sprintf("must be from 0 to %d, got %s", uint64(math.MaxUint64)>>(64-v.Type().Bits()), n.Text)
		}
		v.SetUint(u)
		return ""
	}
	i, err := strconv.ParseInt(text, 10, v.Type().Bits())
	if err != nil {
		return "is too large: " + n.Text
	}
	v.SetInt(i)
	return ""
}

func setFloat(n *Node, v reflect.Value, t tags) string {
	if n.Kind == Plain && notFinite().MatchString(n.Text) {
		return fmt.Sprintf("must be a finite number%s, got %s", t.in(), n.Text)
	}
	if n.Kind != Plain || !number().MatchString(n.Text) {
		return mustBe(n, v, t)
	}
	f, err := strconv.ParseFloat(n.Text, 64)
	if err != nil {
		return fmt.Sprintf("must be a finite number%s, got %s", t.in(), n.Text)
	}
	if why := t.outside(n.Text, n.Text); why != "" {
		return why
	}
	v.SetFloat(f)
	return ""
}
