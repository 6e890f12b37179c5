// Command lowtwin writes a package's code on sets of two words a second time, on sets of one, for boards of 64 squares or fewer.
//
//	go generate ./eval
//
// It works on the package in the current directory. Types that are marked low:twin are copied with all their methods, file by file, into files
// whose names begin with zlow_, as the standard library's sort does with its own. What is called set becomes lowSet, and every marked type and field of
// that name gets the same prefix; a conversion set(x) of what both twins share becomes lowSet(x.Lo). Go's type parameters would say it all in the
// language, but methods of theirs are called through a table and never inlined, and these methods are an instruction each.
//
// A test holds the files in the repository to what would be written.
package main
