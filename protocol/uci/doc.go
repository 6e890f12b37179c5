// Package uci speaks the Universal Chess Interface with its usual extensions for variants, and UCI-Cyclone.
//
// [Parse] turns a line from a client into a [Command] and a Command's String turns it back; a [Reply]'s String is a line to the
// client, and [ParseReply] turns that back. [Speak] puts an engine between the two.
//
// The extensions: UCI_Variant and VariantPath as Fairy-Stockfish has them; d draws the board, eval says what it is worth, and
// go perft N counts leaves, in the form that tools expect of that program; bench [D] runs the fixed positions of package bench and ends
// with the three lines that tools read nodes and speed from; load and check (package console) read stanzas. With UCI_ShowWDL every
// score is followed by the chances of win, draw and loss in thousandths (package wdl). An
// option is found whatever the case of its name. What is not understood is answered by an info string and does nothing.
//
// UCI-Cyclone is the same but for three things: positions come without the word position (fen ... or startpos), ranks count
// from 0 on boards of ten, and the game is xiangqi unless another is chosen. A client shows that it speaks so by its first
// position, or the conversation begins with ucicyclone. The list of variants is kept short then: adapters of that dialect read
// it into buffers of a few hundred bytes, and do not look how long it is. Variants that are not on it can be chosen all the
// same.
//
// One rule serves commands that come while a search runs: whatever would change what is being searched ends it first, and its
// bestmove is said before anything else. A position that makes no sense leaves none: go then answers bestmove (none), rather
// than a move in another position than the client's.
package uci
