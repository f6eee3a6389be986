// Package main is built with the tag view alone, see main.go.
package main
