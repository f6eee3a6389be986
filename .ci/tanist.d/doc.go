// Package main is built with the tag docs alone, see main.go.
package main
