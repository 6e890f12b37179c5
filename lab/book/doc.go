// Package book reads the openings that matches are played from: positions a line (EPD or FEN, with moves after them where wanted), or the games of a PGN
// file, whole or their first plies. It believes nothing: every opening is played on the board of its variant, and one that makes no sense there, or
// after which there is nothing left to play, is an error with its address.
//
// A book has one order for each seed. What is played from it, and by whom, is its reader's business.
package book
