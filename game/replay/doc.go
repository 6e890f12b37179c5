// Package replay plays recorded games again and says what the rules make of every position: the door through which other programs'
// readings of the rules are compared with ours.
//
// Records and reports are JSON lines. A record is {"variant","start","moves"}: a variant's name, a FEN ("" for the variant's start) and
// moves in UCI, separated by spaces; "ini" may carry stanzas that define the variant. A report answers with
//
//	legal   the number of legal moves before each ply and at the end, separated by spaces
//	sets    the CRC-32 (IEEE, hexadecimal without leading zeros) of each of these sets: the moves in UCI, sorted bytewise, joined by spaces
//	check   a digit for each position, 1 where the side to move is in check
//	over    whether the game is over at the end, claims of draws included
//	result  1-0, 0-1, 1/2-1/2 or *
//	reason  why it is over, in the words of board.Reason; none where it goes on
//	fen     the end
//
// or, where the record makes no sense, with {"line","error"}. Only an end that the board shows stops a game: moves may go on after a
// position where a draw could have been claimed, as they do in games between people.
//
// [Run] streams records to reports on all processors and keeps their order. With [Options.Compare] records carry the fields of a report as
// another program gave them, or another file does, and what comes out is every difference.
package replay
