// Package deptest holds the house's rules as tests: which room may import which, that every package says in its doc.go what it is for, and
// how long a function or a file may grow.
//
// Everything here reads the source as text and syntax, never the compiled program, so that build tags hide nothing.
// There is nothing to import.
package deptest
