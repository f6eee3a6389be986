// Package main is built with the tag page alone, see main.go.
package main
