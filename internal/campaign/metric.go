package campaign

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"bellwether/internal/strict"
	"bellwether/trace/measure"
)

// MetricNames lists the keys of all metrics, those of the program last.
func MetricNames(own ...measure.Own) []string {
	var names []string
	for _, k := range measure.Keys() {
		names = append(names, k.Name)
	}
	for _, o := range own {
		names = append(names, o.Key.Name)
	}
	return names
}

// findKey gives a metric of the program, or one of measure's.
func findKey(name string, own []measure.Own) (measure.Key, bool) {
	for _, o := range own {
		if o.Key.Name == name {
			return o.Key, true
		}
	}
	return measure.FindKey(name)
}

// ColumnNames lists what a column of a table can be: a metric, or a quantile of one.
func ColumnNames(own ...measure.Own) []string {
	return append(MetricNames(own...), measure.QuantileNames()...)
}

// columnKeys are the keys of all columns.
func columnKeys(own []measure.Own) []measure.Key {
	var keys []measure.Key
	for _, name := range ColumnNames(own...) {
		if k, ok := findKey(name, own); ok {
			keys = append(keys, k)
		}
	}
	return keys
}

// MetricCalled gives the key of the metric that a user calls so: by its key, by the
// title of its column, or by how only its key begins. It says in an error what was
// meant, if that can be told, and never guesses between two.
func MetricCalled(word string, own ...measure.Own) (key string, err error) {
	if slices.Contains(ColumnNames(own...), word) {
		return word, nil
	}
	folded := foldMetric(word)
	var titles []string
	var begin []string
	for _, k := range columnKeys(own) {
		if foldMetric(k.Title) == folded || k.Name == folded {
			return k.Name, nil
		}
		if folded != "" && strings.HasPrefix(k.Name, folded+"_") {
			begin = append(begin, k.Name)
		}
		titles = append(titles, k.Title)
	}
	switch {
	case len(begin) == 1:
		return begin[0], nil
	case len(begin) > 1:
		return "", fmt.Errorf("unknown metric; which of %s?", strings.Join(begin, ", "))
	}
	if near := strict.Nearest(folded, ColumnNames(own...)); near != "" {
		return "", fmt.Errorf("unknown metric; did you mean %s?", near)
	}
	if near := strict.Nearest(strings.ToLower(word), titles); near != "" {
		for _, k := range columnKeys(own) {
			if k.Title == near {
				return "", fmt.Errorf("unknown metric; did you mean %s, whose title is %q?", k.Name, k.Title)
			}
		}
	}
	return "", errors.New(`unknown metric; "bellwether metrics" lists them all`)
}

// KeyOf gives the metric of a key, and no other: else what MetricCalled says of it, or
// which key it is the title of.
func KeyOf(key string, own ...measure.Own) (measure.Key, error) {
	if k, ok := findKey(key, own); ok {
		return k, nil
	}
	meant, err := MetricCalled(key, own...)
	if err == nil {
		err = fmt.Errorf("unknown metric; did you mean %s?", meant)
	}
	return measure.Key{}, err
}

// foldMetric takes case, spaces and hyphens for what a key has in their place.
func foldMetric(word string) string {
	return strings.NewReplacer(" ", "_", "-", "_").Replace(strings.ToLower(strings.TrimSpace(word)))
}
