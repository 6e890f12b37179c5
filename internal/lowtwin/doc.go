// Command lowtwin writes a package's code on sets of two words a second time, on sets of one, for boards of 64 squares or fewer.
//
//	go generate ./eval
//
// It works on the package in the current directory. Types that are marked low:twin are copied with all their methods, file by file, into files
// whose names begin with zlow_, as the standard library's sort does with its own. Marked types, fields named by them and a few types whose twins are
// declared by hand get the prefix low, a few functions with twins by hand get Low behind their names, and a conversion set(x) of what both
// share becomes lowSet(x.Lo). Go's type parameters would say it all in the language, but methods of theirs are called through a table and never
// inlined, and most of these methods are an instruction each.
//
// A test holds the files in the repository to what would be written.
package main
