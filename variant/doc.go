// Package variant reads what a variant is: stanzas in Fairy-Stockfish's variants.ini format become checked, immutable
// [Spec] values.
//
// The way of a stanza is short. [Parse] splits the text into stanzas, copies the draft of the template each one names, and
// runs one table of keys over it in the order in which the reference applies them (not the order of the file: pieces come
// first, a key for both colours before the key for one). The finished draft is checked as a whole and narrowed to a Spec,
// which holds only what the variant has: its own board, its own pieces, its own squares.
//
// Valid files mean exactly what they mean to the reference. Invalid ones differ: the reference skips what it does not
// understand, while Parse reports every mistake of the file at once, each as `file:line: key: what is wrong, what would be
// right` ([Problem], [Errors]). A key of the reference that this engine does not implement is a mistake too, unless it is set
// to the value under which it does nothing: playing on without it would be a different game. What is legal but has no
// effect (a double-step region where double steps are off) comes back as a note in [File].
//
// The shipped variants are such stanzas, embedded; [Load] and [Names] read them, and any file may build on them. A Spec goes
// back to text with [Spec.INI] (complete, in our dialect) and [Spec.ReferenceINI] (what the reference can load), and to a
// page for people with [Describe].
//
// No rule is carried out here: how far a chariot sees or whether a move is legal is for the packages that read Specs.
package variant
