//go:build alerts

package main

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"slices"
	"time"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/model/rulefmt"
	"github.com/prometheus/prometheus/promql"
	"github.com/prometheus/prometheus/promql/parser"
	"github.com/prometheus/prometheus/storage"
	"github.com/prometheus/prometheus/util/annotations"
	"go.yaml.in/yaml/v3"
)

// A test has series, and the alerts that they fire at some times.
type test struct {
	Name     string         `yaml:"name"`
	Interval model.Duration `yaml:"interval"`
	Series   []struct {
		Series string `yaml:"series"`
		Values string `yaml:"values"`
	} `yaml:"input_series"`
	Expect []struct {
		At     model.Duration `yaml:"eval_time"`
		Name   string         `yaml:"alertname"`
		Alerts []struct {
			Labels map[string]string `yaml:"exp_labels"`
		} `yaml:"exp_alerts"`
	} `yaml:"alert_rule_test"`
}

// lookback is how old the newest sample of a series may be: Prometheus's default.
const lookback = 5 * time.Minute

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: alerts RULES TESTS")
		os.Exit(2)
	}
	faults, err := check(os.Args[1], os.Args[2])
	for _, f := range faults {
		fmt.Println(f)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "alerts:", err)
	}
	if err != nil || len(faults) > 0 {
		os.Exit(1)
	}
}

func check(rulesFile, testsFile string) (faults []string, err error) {
	text, err := os.ReadFile(rulesFile)
	if err != nil {
		return nil, err
	}
	groups, wrong := rulefmt.Parse(text, false, model.UTF8Validation, parser.NewParser(parser.Options{}), slog.New(slog.DiscardHandler))
	for _, w := range wrong {
		faults = append(faults, w.Error())
	}
	if len(faults) > 0 {
		return faults, nil
	}
	rules := map[string]rulefmt.Rule{}
	for _, g := range groups.Groups {
		for _, r := range g.Rules {
			rules[r.Alert] = r
		}
	}
	if text, err = os.ReadFile(testsFile); err != nil {
		return nil, err
	}
	var all struct {
		Tests []test `yaml:"tests"`
	}
	if err := yaml.Unmarshal(text, &all); err != nil {
		return nil, fmt.Errorf("%s: %w", testsFile, err)
	}
	fired := map[string]bool{}
	for _, t := range all.Tests {
		found, err := t.run(rules, fired)
		if err != nil {
			return faults, fmt.Errorf("%s: %w", t.Name, err)
		}
		faults = append(faults, found...)
	}
	for _, name := range slices.Sorted(maps.Keys(rules)) {
		if !fired[name] {
			faults = append(faults, name+" fires in no test")
		}
	}
	fmt.Printf("%d rules, %d tests\n", len(rules), len(all.Tests))
	return faults, nil
}

// run returns what differs from what the test expects, and notes the rules that fired.
func (t test) run(rules map[string]rulefmt.Rule, fired map[string]bool) (faults []string, err error) {
	store, err := t.store()
	if err != nil {
		return nil, err
	}
	engine := promql.NewEngine(promql.EngineOpts{Logger: slog.New(slog.DiscardHandler), MaxSamples: 1e6,
		Timeout: time.Minute, LookbackDelta: lookback})
	defer engine.Close()
	for _, e := range t.Expect {
		rule, known := rules[e.Name]
		if !known {
			return nil, fmt.Errorf("no rule is called %s", e.Name)
		}
		got, err := firing(prometheus{engine, store}, rule, moment{time.Duration(t.Interval), time.Duration(e.At)})
		if err != nil {
			return nil, err
		}
		var want []string
		for _, a := range e.Alerts {
			a.Labels["alertname"] = e.Name
			want = append(want, labels.FromMap(a.Labels).String())
		}
		slices.Sort(want)
		if !slices.Equal(got, want) {
			faults = append(faults, fmt.Sprintf("%s: %s at %v:\n  fires %v\n  want  %v", t.Name, e.Name, e.At, got, want))
		}
		if len(got) > 0 {
			fired[e.Name] = true
		}
	}
	return faults, nil
}

// store holds the series of a test.
func (t test) store() (storage.Queryable, error) {
	var all []promql.Series
	for _, given := range t.Series {
		metric, values, err := parser.NewParser(parser.Options{}).ParseSeriesDesc(given.Series + " " + given.Values)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", given.Series, err)
		}
		s := promql.Series{Metric: metric}
		for i, v := range values {
			if !v.Omitted {
				at := time.Duration(i) * time.Duration(t.Interval)
				s.Floats = append(s.Floats, promql.FPoint{T: at.Milliseconds(), F: v.Value})
			}
		}
		all = append(all, s)
	}
	return &storage.MockQueryable{MockQuerier: &storage.MockQuerier{
		SelectMockFunction: func(_ bool, _ *storage.SelectHints, want ...*labels.Matcher) storage.SeriesSet {
			var found []storage.Series
			for _, s := range all {
				if !slices.ContainsFunc(want, func(m *labels.Matcher) bool { return !m.Matches(s.Metric.Get(m.Name)) }) {
					found = append(found, promql.NewStorageSeries(s))
				}
			}
			return &seriesSet{all: found}
		}}}, nil
}

// A seriesSet gives series one after the other.
type seriesSet struct {
	all []storage.Series
	at  int
}

func (s *seriesSet) Next() bool                      { s.at++; return s.at <= len(s.all) }
func (s *seriesSet) At() storage.Series              { return s.all[s.at-1] }
func (*seriesSet) Err() error                        { return nil }
func (*seriesSet) Warnings() annotations.Annotations { return nil }

// prometheus evaluates rules.
type prometheus struct {
	engine *promql.Engine
	store  storage.Queryable
}

// A moment is a time since the first sample, and the time between two evaluations.
type moment struct{ every, at time.Duration }

// firing returns the alerts of a rule that hold, and have held for as long as the rule
// requires.
func firing(p prometheus, rule rulefmt.Rule, m moment) ([]string, error) {
	ctx := context.Background()
	since := map[string]time.Duration{}
	for at := time.Duration(0); at <= m.at; at += m.every {
		q, err := p.engine.NewInstantQuery(ctx, p.store, nil, rule.Expr, time.Unix(0, 0).Add(at))
		if err != nil {
			return nil, err
		}
		result := q.Exec(ctx)
		found, err := result.Vector()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", rule.Alert, err)
		}
		holds := map[string]bool{}
		for _, sample := range found {
			b := labels.NewBuilder(sample.Metric).Del(labels.MetricName).Set(labels.AlertName, rule.Alert)
			for name, value := range rule.Labels {
				b.Set(name, value)
			}
			alert := b.Labels().String()
			holds[alert] = true
			if _, active := since[alert]; !active {
				since[alert] = at
			}
		}
		q.Close()
		maps.DeleteFunc(since, func(alert string, _ time.Duration) bool { return !holds[alert] })
	}
	var alerts []string
	for alert, from := range since {
		if m.at-from >= time.Duration(rule.For) {
			alerts = append(alerts, alert)
		}
	}
	slices.Sort(alerts)
	return alerts, nil
}
