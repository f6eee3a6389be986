// Package globalview is a stub comment.
package globalview
