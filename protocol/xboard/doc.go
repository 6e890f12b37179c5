// Package xboard speaks the Chess Engine Communication Protocol, version 2, which XBoard and WinBoard drive engines by.
//
// [Parse] turns a line from the program into a [Command] and a Command's String turns it back; a [Reply]'s String is a line to
// it, and [ParseReply] turns that back. [Speak] puts an engine between the two.
//
// Variants that XBoard does not know are described to it when it chooses one: the board, the start position, what letters stand
// for which picture, and the moves of pieces by Betza's notation ([Setup], [Piece]). That is enough for it to show, record and
// check a game of a side without a king. Where a long turn has several moves no description helps, and such variants are not
// offered. A name that XBoard would take for a variant of its own gets the prefix buluo-.
//
// Ranks count from 0 on boards of ten, as XBoard has it.
//
// Ends of games are claimed with care, since XBoard forfeits a program that claims what it cannot see for itself. Against a
// person every end is claimed. Against a program a lost game is conceded, a draw by the rules is offered, and a win is left for
// the other side to concede.
package xboard
