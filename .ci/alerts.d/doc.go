// Command alerts tests rules for Prometheus, in the form of promtool's unit tests: series in,
// alerts out. It parses the rules and evaluates them with Prometheus's own packages. It does
// not use promtool, whose build needs the clients of every cloud.
//
//	alerts RULES TESTS
//
// Of promtool's form it knows interval, input_series and alert_rule_test with eval_time,
// alertname and the labels of exp_alerts; annotations are expanded, and not compared.
package main
