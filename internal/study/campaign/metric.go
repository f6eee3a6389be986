package campaign

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"bellwether/internal/base/strictyaml"
	"bellwether/trace/measure"
)

// MetricNames lists the keys of all metrics, the program's own last.
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

// findKey returns the key of a metric of the program or of package measure.
func findKey(name string, own []measure.Own) (measure.Key, bool) {
	for _, o := range own {
		if o.Key.Name == name {
			return o.Key, true
		}
	}
	return measure.FindKey(name)
}

// ColumnNames lists the possible columns of a table: metrics and quantiles of metrics.
func ColumnNames(own ...measure.Own) []string {
	return append(MetricNames(own...), measure.QuantileNames()...)
}

// columnKeys returns the keys of all columns.
func columnKeys(own []measure.Own) []measure.Key {
	var keys []measure.Key
	for _, name := range ColumnNames(own...) {
		if k, ok := findKey(name, own); ok {
			keys = append(keys, k)
		}
	}
	return keys
}

// MetricCalled returns the key of a metric that a user names by its key, by the title of its
// column, or by a unique prefix of its key. The error names the nearest metric, if any is
// near.
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
	if near := strictyaml.Nearest(folded, ColumnNames(own...)); near != "" {
		return "", fmt.Errorf("unknown metric; did you mean %s?", near)
	}
	if near := strictyaml.Nearest(strings.ToLower(word), titles); near != "" {
		for _, k := range columnKeys(own) {
			if k.Title == near {
				return "", fmt.Errorf("unknown metric; did you mean %s, whose title is %q?", k.Name, k.Title)
			}
		}
	}
	return "", errors.New(`unknown metric; "bellwether metrics" lists them all`)
}

// KeyOf returns the metric of a key. If no metric has it, the error names the metric that
// MetricCalled finds.
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

// foldMetric writes a name as keys are written: in lower case, with underscores.
func foldMetric(word string) string {
	return strings.NewReplacer(" ", "_", "-", "_").Replace(strings.ToLower(strings.TrimSpace(word)))
}
