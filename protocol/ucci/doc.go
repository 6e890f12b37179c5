// Package ucci speaks the Universal Chinese Chess Protocol, version 3.0 (xqbase.com, 2007), which most programs for xiangqi
// understand.
//
// [Parse] turns a line from a client into a [Command] and a Command's String turns it back; a [Reply]'s String is a line to the
// client, and [ParseReply] turns that back. [Speak] puts an engine between the two.
//
// Compared with UCI: options are declared and set without the word name, and their names are one word; ranks count from 0 on
// boards of ten; a score is a bare number, and so a forced end is a number near 30000; a search without a move to make ends in
// nobestmove; and a conversation ends with bye. Times are in milliseconds. A client that has never heard of the option
// usemillisec can set it to false and count in seconds. The game is xiangqi unless another is chosen by UCI_Variant, or by
// UCCI_Variant, as one client calls it.
//
// Moves banned by banmoves are not chosen until the next position comes; where every move is banned, go ends in nobestmove.
//
// Offers of a draw are not taken, and none is made. One command is answered by a message and does nothing else: probe, which
// looks into a table whose entries this engine does not tell.
package ucci
