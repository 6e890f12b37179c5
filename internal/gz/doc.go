// Package gz opens files that gzip may have packed, and packs those that are to be.
//
//	f, err := gz.Open("games.jsonl.gz") // or games.jsonl: what it reads as is the same
//	w := gz.Writer("games.jsonl.gz", f) // packs, because the name says so
//
// Whether a file is packed is seen by its first bytes, never by its name: names are lost in pipes and changed by people. Only where a file is
// made does its name decide, as nothing else can.
//
// An error of a packed text says how far it was read. It never passes for the plain end of a file, so that those who take half a record at the
// end for one that was not finished ([io.ErrUnexpectedEOF] to them) don't take half an archive for a whole one.
package gz
