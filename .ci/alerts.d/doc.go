// Command alerts holds rules for Prometheus to tests in the form of promtool's unit tests:
// series in, alerts out. It parses the rules and evaluates them with Prometheus's own
// packages. Promtool itself is not taken since it needs the clients of every cloud to build.
//
//	alerts RULES TESTS
//
// Of promtool's form it knows interval, input_series and alert_rule_test with eval_time,
// alertname and the labels of exp_alerts; annotations are expanded, and not compared.
package main
