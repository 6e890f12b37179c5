// Package option has UCI's words for what kinds of setting there are.
//
// They are said in both directions: engine declares its own options by them, package remote reads those of other programs, and the
// dialects write them. What an option is beyond its kind, and what values it takes, is each side's own business.
package option
