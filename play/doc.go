// Package play is a game at the terminal: a person, or two, against the engine at a level, by lines of text.
//
// A [Session] holds the game and answers one line at a time ([Session.Answer]): a move in whichever notation it is one, or a word
// such as hint, back or resign. [Session.Run] reads lines and writes answers until the input ends. An [Opponent] chooses the
// engine's moves at a [Level] from 1 to 10; what a level means is one row of a table in level.go. Games are written as PGN by
// [Session.WritePGN], which a caller keeps where it likes.
//
// Whatever is typed is answered by a sentence that says what was wrong and what would be right. Files, flags and terminals are
// the caller's business.
package play
