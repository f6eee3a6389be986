// Package main is built with the tag pictures alone, see main.go.
package main
