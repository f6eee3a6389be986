// Package main packs the results of the ranking study, so that they fit the repository, and unpacks
// them. It is built with the tag docs alone, see main.go.
package main
