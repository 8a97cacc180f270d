/* SPDX-License-Identifier: MIT
 *
 * The one list of errors: X(name, value, kinds of the arguments, English text).
 *
 * A kind is one letter: n a number, t a text (something that was typed, a square, a file name), w the name of a color
 * or a game and r the reason why a game is over, which a language may have other words for, m another message of this
 * list with its own arguments. {1} stands for the first argument; {1s} is the s of a plural, which is left out if the
 * first argument is 1. An error without arguments may also be a part of another one ("expected {1}, found {2}").
 *
 * Names and values are stable; a new error takes the next free value of its group. The first group, the statuses, is
 * also what functions return (status.h). web/src/i18n/errors/ has the texts of the other languages.
 */
#ifndef FLANK_ERROR_LIST_H
#define FLANK_ERROR_LIST_H

/* What functions return: without arguments, zero for success, else negative. */
#define FLANK_STATUS_LIST(X)                                                                                           \
    X(OK, 0, "", "success")                                                                                            \
    X(BAD_ARGUMENT, -1, "", "an argument is out of its range")                                                         \
    X(NO_MEMORY, -2, "", "not enough memory")                                                                          \
    X(BAD_POSITION, -3, "", "the text is not a position of this game")                                                 \
    X(BAD_MOVE, -4, "", "the text is not a move of this game")                                                         \
    X(ILLEGAL_MOVE, -5, "", "the move is not legal here")                                                              \
    X(AMBIGUOUS_MOVE, -6, "", "the text fits more than one legal move")                                                \
    X(BAD_RULES, -7, "", "unknown rule or value")                                                                      \
    X(UNKNOWN_STYLE, -8, "", "the game has no notation of that name")                                                  \
    X(BUFFER_TOO_SMALL, -9, "", "the output buffer is too small")                                                      \
    X(GAME_OVER, -10, "", "the game is over")                                                                          \
    X(NOT_SUPPORTED, -11, "", "this game does not offer that")                                                         \
    X(STOPPED, -12, "", "stopped before the answer was known")                                                         \
    X(BAD_RECORD, -13, "", "the text is not a game record")                                                            \
    X(TOO_LARGE, -14, "", "the number does not fit in 64 bits")                                                        \
    X(CANNOT_READ, -15, "", "the file cannot be read")                                                                 \
    X(CANNOT_WRITE, -16, "", "the file cannot be written")                                                             \
    X(BAD_FILE, -17, "", "the file is damaged or of another kind")                                                     \
    X(NOT_FOUND, -18, "", "there is no such entry")

#define FLANK_ERROR_LIST(X)                                                                                            \
    FLANK_STATUS_LIST(X)                                                                                               \
    /* Parts of messages: how an error is told of something, and what was found */                                     \
    X(TEXT, 100, "t", "{1}")                                                                                           \
    X(IN, 101, "tm", "{1}: {2}")                                                                                       \
    X(AT_BYTE, 102, "nm", "byte {1}: {2}")                                                                             \
    X(AT_MOVE, 103, "nm", "move {1}: {2}")                                                                             \
    X(QUOTED, 104, "tm", "'{1}': {2}")                                                                                 \
    X(EXPECTED_FOUND, 105, "mm", "expected {1}, found {2}")                                                            \
    X(A_CHARACTER, 106, "t", "'{1}'")                                                                                  \
    X(A_BYTE, 107, "t", "byte 0x{1}")                                                                                  \
    X(THE_END, 108, "", "the end")                                                                                     \
    X(THE_END_OF_LINE, 109, "", "the end of the line")                                                                 \
    X(THE_END_OF_INPUT, 110, "", "the end of the input")                                                               \
    X(A_BLANK, 111, "", "a blank")                                                                                     \
    X(CANNOT_READ_BECAUSE, 112, "m", "cannot read: {1}")                                                               \
    X(CANNOT_WRITE_BECAUSE, 113, "m", "cannot write: {1}")                                                             \
    X(A_WRITE_FAILED, 116, "", "write failed")                                                                         \
    X(NUL_BYTE, 117, "", "a NUL byte")                                                                                 \
    X(IS_FOLDER, 118, "", "is a folder")                                                                               \
    X(GAME_NOT_OF, 119, "ww", "a game of {1}, not of {2}")                                                             \
    X(NO_MEMORY_FOR, 120, "m", "not enough memory for {1}")                                                            \
    X(NOT_A_COMMAND_LINE, 121, "tm", "'{1}' is not a command line: {2}")                                               \
    X(IT_IS_EMPTY, 122, "", "it is empty")                                                                             \
    X(QUOTE_OR_SHELL, 123, "", "quote | & ; < > ( ) { } or use sh -c '...'")                                           \
    X(MUST_NOT_RUN_COMMANDS, 124, "", "it must not run other commands; use sh -c '...'")                               \
    X(QUOTATION_NOT_CLOSED, 125, "", "a quotation mark is not closed")                                                 \
    X(PACKED_SEVERAL, 126, "", "holds files of several formats, or several of WTHOR: unpack it first")                 \
    X(PACKED_NO_LIBARCHIVE, 127, "", "is packed, and there is no libarchive to read it")                               \
    X(PACKED_DAMAGED, 128, "", "what it is packed in is damaged or cut off")                                           \
    X(PACKED_NOTHING, 129, "", "holds no file of games or positions that flank knows")                                 \
    X(PACKED_TWICE, 130, "", "holds packed files, which are not read: unpack it first")                                \
    X(PACKED_ENCRYPTED, 131, "", "holds encrypted files, which are not read: unpack it first")                         \
    /* Rules, positions and moves of every game */                                                                     \
    X(NO_SUCH_RULE, 200, "ttt", "{1} has no rule '{2}' (it has: {3})")                                                 \
    X(RULE_TAKES, 201, "tt", "{1} takes one of {2}")                                                                   \
    X(EXPECTED_SETTING, 202, "", "expected name=value after the comma")                                                \
    X(TOO_LONG_FOR_POSITION, 203, "", "too long for a position")                                                       \
    X(TOO_LONG_FOR_MOVE, 204, "", "too long for a move")                                                               \
    X(EXPECTED_LETTER_FOR, 205, "ttttm", "expected {1}, {2} or {3} for {4}, found {5}")                                \
    X(EXPECTED_SIDE_LETTER, 206, "ttm", "expected {1} or {2} for the side to move, found {3}")                         \
    X(ROW_TOO_LONG, 207, "n", "row {1} has more than 8 squares")                                                       \
    X(NOTHING_AFTER_SIDE, 208, "", "nothing after the side to move")                                                   \
    X(GAME_OVER_BECAUSE, 209, "r", "the game is over: {1}")                                                            \
    X(MOVE_AFTER_END, 210, "tr", "'{1}' after the end of the game ({2})")                                              \
    X(NO_PIECE_OF_COLOR, 211, "wt", "no {1} piece on {2}")                                                             \
    X(NOTHING_TO_CAPTURE, 212, "", "there is nothing to capture")                                                      \
    /* Records */                                                                                                      \
    X(SECOND_GAME_TAG, 250, "", "a second [Game] tag")                                                                 \
    X(UNKNOWN_GAME, 251, "t", "unknown game '{1}'")                                                                    \
    X(GAME_TAG_FIRST, 252, "t", "expected [Game \"…\"] before [{1}]")                                                  \
    X(EXPECTED_TAG_LIKE_GAME, 253, "", "expected a tag line like [Game \"othello\"]")                                  \
    X(EXPECTED_GAME_TAG, 254, "", "expected a tag line [Game \"…\"]")                                                  \
    /* Othello and Tothello */                                                                                         \
    X(A_P_OR_DIGIT, 300, "", "p, P or a digit from 1 to 8")                                                            \
    X(A_SLASH, 301, "", "'/' after eight squares")                                                                     \
    X(A_BLANK_AND_SIDE, 302, "", "a blank and b or w for the side to move")                                            \
    X(AT_MOST_CASTLING, 303, "", "at most '- - 0 1' after the side to move")                                           \
    X(TWO_DISCS, 304, "t", "both players have a disc on {1}")                                                          \
    X(NOT_A_SQUARE, 305, "t", "'{1}' is not a square from a1 to h8 or 'pass'")                                         \
    X(PASS_NOT_LEGAL, 306, "t", "a pass is not legal here: {1} is a move")                                             \
    X(ONLY_PASS_LEGAL, 307, "t", "{1} is not legal here: there is no move but a pass")                                 \
    X(MOVE_ON_DISC, 308, "t", "{1} is not legal here: it is occupied")                                                 \
    X(MOVE_TURNS_NOTHING, 309, "t", "{1} is not legal here: it turns no disc")                                         \
    X(A_SQUARE_A1_H8, 310, "", "a square from A1 to H8")                                                               \
    X(HOLDS_PIECE, 311, "t", "{1} holds a piece already")                                                              \
    X(A_CLOSING_QUOTE, 312, "", "a closing quote")                                                                     \
    X(AN_OPENING_BRACKET, 313, "", "'['")                                                                              \
    X(A_COMMA_OR_BRACKET, 314, "", "',' or ']'")                                                                       \
    X(AN_EQUALS_SIGN, 315, "", "'='")                                                                                  \
    X(BLACK_OR_RED, 316, "", "Black or Red")                                                                           \
    X(EXPECTED_LIST, 317, "t", "expected {1} =")                                                                       \
    X(EXPECTED_AFTER_SIDE, 318, "m", "expected {1} after the side to move")                                            \
    X(NO_THIRD_PASS, 319, "", "no third pass")                                                                         \
    X(NOTHING_OR_PASS, 320, "", "nothing or 'pass'")                                                                   \
    X(BOTH_PASSED, 321, "", "the game is over: both players passed")                                                   \
    X(BOARD_FULL, 322, "", "the game is over: the board is full")                                                      \
    X(DISC_OUTSIDE, 323, "t", "the disc on {1} is outside the board")                                                  \
    X(MOVE_OUTSIDE, 324, "t", "{1} is not legal here: it is outside the board")                                        \
    /* Lines of Action */                                                                                              \
    X(EXPECTED_LOA_LETTER, 350, "tm", "expected x, o, - or 1 to 8 for {1}, found {2}")                                 \
    X(EXPECTED_LOA_SIDE, 351, "m", "expected x or o for the side to move, found {1}")                                  \
    X(EXPECTED_NOTHING_AFTER_SIDE, 352, "m", "expected nothing after the side to move, found {1}")                     \
    X(PASS_WITH_MOVES, 353, "", "a pass is only legal without a move to make")                                         \
    X(NOT_ON_ONE_LINE, 354, "tt", "{1} and {2} are not on one line")                                                   \
    X(WRONG_LENGTH, 355, "ttnn", "{1}-{2} has length {3}, but the number of pieces on that line is {4}")               \
    X(OWN_PIECE_ON_TARGET, 356, "wt", "a {1} piece stands on {2}")                                                     \
    X(PIECE_IN_THE_WAY, 357, "wt", "the {1} piece on {2} is in the way")                                               \
    X(NOT_A_LOA_MOVE, 358, "t", "'{1}' is not a move such as b1-b3, c1xa3 or 'pass'")                                  \
    X(NOTHING_TO_CAPTURE_ON, 359, "t", "there is nothing to capture on {1}")                                           \
    /* Turkish draughts */                                                                                             \
    X(EXPECTED_SQUARE, 400, "m", "expected a square (a1..h8 or 1..64), found {1}")                                     \
    X(A_DASH_OR_X, 401, "", "- or x after the first square")                                                           \
    X(NOTHING_AFTER_TARGET, 402, "", "nothing after the target")                                                       \
    X(X_OR_THE_END, 403, "", "x or the end")                                                                           \
    X(AMBIGUOUS_CAPTURES, 404, "nt", "this fits {1} captures; write every landing, as in {2}")                         \
    X(NO_DRAUGHTS_PIECE, 405, "wt", "there is no {1} piece on {2}")                                                    \
    X(MUST_CAPTURE_COUNT, 406, "mn", "{1} is not legal here: a capture of {2} piece{2s} must be made")                 \
    X(MUST_CAPTURE, 407, "m", "{1} is not legal here: a capture must be made, to its end")                             \
    X(THIS_CAPTURE, 408, "", "this capture")                                                                           \
    X(A_MOVE_WITHOUT_CAPTURE, 409, "", "a move without capture")                                                       \
    X(CANNOT_MOVE_TO, 410, "tt", "the piece on {1} cannot move to {2}")                                                \
    X(CAPTURE_WRITTEN_AS_MOVE, 411, "tt", "{1} to {2} is a capture: write it with x")                                  \
    X(TWO_PIECES, 412, "t", "there are two pieces on {1}")                                                             \
    X(MAN_WOULD_BE_KING, 413, "wt", "a {1} man on {2} would be a king")                                                \
    X(TOO_MANY_PIECES, 414, "nw", "more than {1} {2} pieces")                                                          \
    X(NO_PIECE, 415, "", "there is no piece on the board")                                                             \
    X(A_SQUARE_AFTER_K, 416, "", "a square after K")                                                                   \
    X(A_SQUARE, 417, "", "a square (a1..h8 or 1..64)")                                                                 \
    X(RANGE_GOES_UP, 418, "", "a range goes up, as in 41-56")                                                          \
    X(SIDE_W_OR_B, 419, "", "W or B for the side to move")                                                             \
    X(LIST_W_OR_B, 420, "", "W or B before a list of squares")                                                         \
    X(A_COMMA_COLON_OR_END, 421, "", "a comma, a colon or the end")                                                    \
    X(BLACK_PIECES, 422, "", "':B' and the black pieces")                                                              \
    X(WHITE_PIECES, 423, "", "':W' and the white pieces")                                                              \
    X(A_HUB_LETTER, 424, "t", "w, W, b, B or - for {1}")                                                               \
    X(EXPECTED_DRAUGHTS_POSITION, 425, "",                                                                             \
      "expected a FEN (W:Wa2,Kb4:Bc7), a Hub string of 65 letters, or 64 squares and the side")                        \
    /* Files of games and positions */                                                                                 \
    X(IS_EMPTY, 500, "", "is empty")                                                                                   \
    X(UTF16, 501, "", "text in UTF-16; save it as UTF-8")                                                              \
    X(OPENING_BOOK_NOT_GAMES, 502, "t",                                                                                \
      "an opening book of {1}, not games; see 'flank book import' and 'flank book export'")                            \
    X(NO_KNOWN_FORMAT, 503, "", "no format of games or positions that flank knows")                                    \
    X(ONLY_WRITTEN, 504, "t", "{1} can only be written")                                                               \
    X(ONLY_READ, 505, "t", "{1} can only be read")                                                                     \
    X(CANNOT_HOLD, 506, "tt", "{1} cannot hold games of {2}")                                                          \
    X(LINE_TOO_LONG, 507, "", "the line is too long")                                                                  \
    X(NO_GAME_IN_IT, 508, "", "no game in it")                                                                         \
    X(NO_TEXT, 509, "", "a NUL byte: this is no text, and no file that flank knows")                                   \
    X(NOT_RECOGNISED, 510, "", "neither a game nor a position in any notation that flank knows")                       \
    X(TOO_MANY_NOTES, 511, "", "a move has too many notes")                                                            \
    X(BOARD_ROW_LENGTH, 512, "nn", "row {1} of the board has {2} squares, not 8")                                      \
    X(BOARD_ROW_PLACE, 513, "n", "row {1} of the board is not in its place")                                           \
    X(BOARD_ROWS, 514, "n", "the board has {1} rows of 8 squares, not 8")                                              \
    X(DISCS_LOOK_ALIKE, 515, "", "the discs of both sides look the same without their colours")                        \
    X(POSITION_IN_SLASHES, 516, "", "a position between slashes")                                                      \
    X(NO_GAME_NAMED, 517, "", "neither a tag line [Game \"...\"] nor the moves say which game it is")                  \
    X(UNKNOWN_KIND, 518, "t", "unknown kind '{1}'")                                                                    \
    X(TOKEN_TOO_LONG, 519, "", "it is too long")                                                                       \
    X(COMMENT_NOT_CLOSED, 520, "", "a comment without its }")                                                          \
    X(POSITION_NOT_CLOSED, 521, "", "a position without its second /")                                                 \
    X(EXPECTED_TAG_LIKE_EVENT, 522, "", "expected a tag line like [Event \"...\"]")                                    \
    X(TOO_MANY_TAGS, 523, "n", "more than {1} tags")                                                                   \
    X(VARIATION_FIRST, 524, "", "a variation before the first move")                                                   \
    X(PARENTHESIS_NOT_OPENED, 525, "", "a ) without its (")                                                            \
    X(PARENTHESIS_NOT_CLOSED, 526, "", "a ( without its )")                                                            \
    X(SETUP_AFTER_MOVE, 527, "", "a position that is set up after a move")                                             \
    X(OBF_EXPECTED_SCORE, 528, "t", "expected MOVE:SCORE or SCORE, found '{1}'")                                       \
    X(OBF_SCORE_RANGE, 529, "t", "the score of '{1}' is not within -64 and +64")                                       \
    X(OBF_SECOND_SCORE, 530, "t", "a second score for the position, '{1}'")                                            \
    X(OBF_MOVE_TWICE, 531, "t", "the move of '{1}' stands twice in the line")                                          \
    X(OBF_SCORE_TOO_LONG, 532, "", "expected MOVE:SCORE or SCORE, found something longer")                             \
    X(OBF_POSITION_TOO_LONG, 533, "", "expected 64 squares and the side to move, found something longer")              \
    X(GAMETYPE_IS, 534, "ntn", "GameType {1} is {2}: only GameType {3} is read")                                       \
    X(GAMETYPE_TEXT, 535, "tn", "GameType \"{1}\": only GameType {2} is read")                                         \
    X(PDN_NO_GAME, 536, "",                                                                                            \
      "no tag says which game it is, as [Game \"othello\"] or [GameType \"30\"], nor does its first move")             \
    X(NO_MOVE_IN_LINE, 537, "", "there is no move in the line")                                                        \
    X(TRANSCRIPT_STARTS, 538, "", "transcripts begin at the initial position")                                         \
    X(TRANSCRIPT_NO_MOVES, 539, "", "transcripts cannot hold a game without moves")                                    \
    X(NO_MOVES_OF_GAMES, 540, "", "no moves of a game that flank knows")                                               \
    X(PACKED_UNREAD, 541, "", "packed in a way that is not read here, or damaged: unpack it first")                    \
    X(MOVE_NUMBER, 542, "tnn", "'{1}' has the number {2}; expected {3}")                                               \
    X(COMMENT_WITHOUT_SIGN, 543, "t", "'{1}' is no move; a comment behind moves begins with ;, # or //")               \
    X(READ_WITHOUT_REPETITION, 544, "n",                                                                               \
      "it goes on behind a repetition, at move {1}: read with the rule repetition=none")                               \
    X(CUT_AT_REPETITION, 545, "nn", "it goes on behind a repetition, at move {1}: without the moves behind it ({2})")  \
    X(OTHER_KIND, 546, "tw", "'{1}' is not {2}: games of that kind are not read")                                      \
    X(LINES_BELOW, 547, "mn", "{1}; nor can the {2} line{2s} below it be read")                                        \
    X(SEVERAL_IN_IT, 548, "", "there are several; the first is taken")                                                 \
    X(TAG_RESULT_UNREAD, 549, "t", "its tag {1} holds no result that flank knows; it is left out")                     \
    X(LINE_RESULT_UNREAD, 550, "", "its line holds no result that flank knows; it is left out")                        \
    X(ROW_RESULT_UNREAD, 551, "", "its row holds no result that flank knows; it is left out")                          \
    X(SIDE_GUESSED, 552, "w", "the side to move is not told: taken as {1}")                                            \
    X(SIDE_GUESSED_BY_MOVES, 553, "w", "the side to move is not told: taken as {1}, who can move")                     \
    X(SIDE_GUESSED_BY_DISCS, 554, "w", "the side to move is not told: taken as {1}, by the number of discs")           \
    X(GAME_GUESSED_BY_ROWS, 555, "w", "taken as {1}, since row 8 is on top")                                           \
    X(GAME_GUESSED_BY_MOVES, 556, "ww", "taken as {1}, since no game of {2} begins so")                                \
    X(TOLD_RESULT_UNREAD, 557, "", "what stands behind the moves is no clear result; it is left out")                  \
    X(RESULT_NOT_OF_BOARD, 558, "tt", "the result in the file, {1}, is not that of the last board, {2}, which counts") \
    X(RESULTS_DIFFER, 559, "tt", "the file tells two results, {1} and {2}: neither is taken")                          \
    /* GGF */                                                                                                          \
    X(GGF_TAG_NOT_CLOSED, 560, "", "the game ends within a tag: ']' is missing")                                       \
    X(GGF_BRACKET_IN_TAG, 561, "", "a '[' within a tag: the ']' before it is missing")                                 \
    X(GGF_TOO_LONG, 562, "", "the game is longer than a megabyte")                                                     \
    X(GGF_EXPECTED_TAG, 563, "", "expected a tag such as PB[...], or ;) at the end of the game")                       \
    X(GGF_CUT_OFF, 564, "", "the game is cut off: ;) is missing")                                                      \
    X(GGF_TOO_MANY_TAGS, 565, "", "the game has more than 2000 tags")                                                  \
    X(GGF_EXPECTED_GAME, 566, "", "expected a game, (;...;)")                                                          \
    X(GGF_NOT_OTHELLO, 567, "t", "a game of {1}, not of Othello")                                                      \
    X(GGF_BOARD_SIZE, 568, "t", "a board of size {1}: only 8 by 8 and 6 by 6 are known")                               \
    X(BEHIND_SIDE, 569, "", "something behind the side to move")                                                       \
    X(GGF_WRONG_TURN, 570, "tww", "'{1}' is a move of {2}, but it is the turn of {3}")                                 \
    X(GGF_TYPE, 571, "tm", "TY[{1}] is {2}, of which games are not read")                                              \
    X(ANTI_OTHELLO, 572, "", "anti-Othello")                                                                           \
    X(KOMI_OTHELLO, 573, "", "Othello with komi")                                                                      \
    X(OTHER_OTHELLO, 574, "t", "'{1}' is a kind of Othello of which games are not read")                               \
    X(GGF_TWO_SIZES, 575, "t", "a board of size {1}, which is not the one that TY says")                               \
    X(UNKNOWN_TYPE, 576, "", "of a type that flank does not know")                                                     \
    X(OTHER_UNSURE, 577, "t", "'{1}' is no kind of Othello known here: read as the usual game")                        \
    X(GGF_TWO_BOARDS, 578, "", "a second board (BO) that is not the first one")                                        \
    X(GGF_NOT_A_SQUARE, 579, "tn", "'{1}' is not a square of the board of {2}x{2}, or 'pass'")                         \
    /* JSON */                                                                                                         \
    X(JSON_UNEXPECTED, 580, "m", "JSON that is damaged: it cannot go on with {1}")                                     \
    X(JSON_CUT_OFF, 581, "", "JSON that is cut off: a closing bracket is missing")                                     \
    X(JSON_TOO_LARGE, 582, "",                                                                                         \
      "a game in JSON with more than 16 MB, 2 million values or 64 brackets within each other")                        \
    X(JSON_NO_MOVES, 583, "", "JSON that is no game: it has no \"moves\"")                                             \
    X(JSON_MEMBER, 584, "t", "the member \"{1}\" is missing or not as it should be")                                   \
    X(JSON_BOARD, 585, "n", "the board with {1} discs does not follow from the one before")                            \
    X(JSON_EXPECTED_GAME, 586, "", "expected a game in JSON, '{'")                                                     \
    X(JSON_CANDIDATES, 587, "", "JSON that is no game: its \"moves\" are candidates in one position")                  \
    /* Lists of games */                                                                                               \
    X(LIST_NO_MOVES, 590, "", "a list of games without a column of moves")                                             \
    X(LIST_QUOTE, 591, "", "a quote that is not closed")                                                               \
    X(LIST_TWO_COLUMNS, 592, "tt", "the columns '{1}' and '{2}' mean the same")                                        \
    X(LIST_SCORE_SIDE, 593, "", "its row does not say whose score stands first; the result is left out")               \
    X(LIST_WINNER_COLOR, 594, "", "its row does not say which color the winner has; names and result are left out")    \
    /* SGF */                                                                                                          \
    X(SGF_NO_SQUARE, 600, "tt", "{1}[{2}] is no square of the board")                                                  \
    X(SGF_OTHER_GAME, 601, "nmt", "GM[{1}] is {2}: SGF files are read of {3}")                                         \
    X(GO, 602, "", "Go")                                                                                               \
    X(ANOTHER_GAME, 603, "", "another game")                                                                           \
    X(SGF_BOARD_SIZE, 604, "t", "SZ{1}: only boards of 8x8 are read")                                                  \
    X(SGF_SETUP_NAME, 605, "t", "SU[{1}] without AB and AW: only the standard set-up is known by its name")            \
    X(SGF_SETUP_AFTER_MOVE, 606, "t", "{1} changes the position after a move")                                         \
    X(SGF_WRONG_TURN, 607, "ttw", "{1}[{2}], but it is {3}'s turn")                                                    \
    X(SGF_SEVERAL_VALUES, 608, "t", "{1} with several values")                                                         \
    X(SGF_OUTSIDE_NODES, 609, "", "a property outside of nodes")                                                       \
    X(SGF_EXPECTED_PROPERTY, 610, "", "expected a property such as B[f5], or ; ( )")                                   \
    X(SGF_READ_UP_TO, 611, "mn", "{1}, at byte {2}; it is read as far as it goes")                                     \
    X(SGF_TOO_LONG, 612, "", "the game is too long")                                                                   \
    X(SGF_VALUE_NOT_CLOSED, 613, "", "a value without its ]")                                                          \
    X(SGF_ENDS_IN_GAME, 614, "", "the file ends within a game")                                                        \
    X(SGF_NEXT_GAME_BEGINS, 615, "", "another game begins before this one ends")                                       \
    X(SGF_CHARSET_UNKNOWN, 616, "t", "CA[{1}] is no character set known here: read as windows-1252")                   \
    X(SGF_NOT_IN_CHARSET, 617, "t", "bytes that are no letters of CA[{1}] became U+FFFD")                              \
    X(SGF_BETWEEN, 618, "t", "text that is no game of SGF: '{1}'")                                                     \
    X(SGF_MOVES_UNREAD, 619, "t", "a game without B and W: {1}, which may be its moves, is not read as such")          \
    /* Starts of other programs */                                                                                     \
    X(START_UNREAD, 630, "tm", "the start '{1}': {2}")                                                                 \
    X(START_UNUSUAL, 631, "t", "the start '{1}': transcripts are read only from the usual one")                        \
    X(MOVES_NOT_OF_BOARD, 632, "m", "the moves beside the board are left out: {1}")                                    \
    /* Notes about a game */                                                                                           \
    X(TWO_NOTES, 640, "mm", "{1}; besides, {2}")                                                                       \
    X(HEADING_WITHOUT_GAME, 641, "", "behind it stands a heading without a game, which is left out")                   \
    X(KIND_TAKEN, 642, "t", "'{1}' is taken for its rules: fewest discs win")                                          \
    X(SCORE_OF_FEWEST, 643, "",                                                                                        \
      "a score of discs does not say who has won where fewest discs win; the result is left out")                      \
    X(READ_WITHOUT_NO_PROGRESS, 644, "n",                                                                              \
      "it goes on behind a draw for want of progress, at move {1}: read with the rule no_progress=none")               \
    /* WTHOR */                                                                                                        \
    X(KIND_IN_TITLE, 645, "t", "'{1}' names a kind of Othello among other words: read as the usual game")              \
    X(WTHOR_SOLITAIRES, 650, "", "a file of solitaires, not of games")                                                 \
    X(WTHOR_10X10, 651, "", "games on 10x10 squares; flank knows 8x8")                                                 \
    X(WTHOR_BOARD_SIZE, 652, "n", "a board of {1} squares in a row; expected 8")                                       \
    X(WTHOR_LIST_OF_NAMES, 653, "n", "a list of {1} names of players or tournaments; the games are in the .wtb files") \
    X(WTHOR_ENDS_IN_HEADER, 654, "", "the file ends inside the header")                                                \
    X(WTHOR_HEADER_OF_YEAR, 655, "nn",                                                                                 \
      "the header is damaged: the games begin here, not at byte {1}; they are of {2}")                                 \
    X(WTHOR_HEADER_NO_YEAR, 656, "n",                                                                                  \
      "the header is damaged: the games begin here, not at byte {1}; their year is not known")                         \
    X(WTHOR_HEADER_WRONG, 657, "n", "the header is wrong here: {1} would be no games on 8x8 squares; they are read")   \
    X(WTHOR_MOVE_BEHIND_END, 658, "nn", "move {1}: {2} is behind the end of the moves")                                \
    X(WTHOR_MOVE_NO_SQUARE, 659, "nn", "move {1}: {2} is no square")                                                   \
    X(WTHOR_MOVE_NOT_LEGAL, 660, "nt", "move {1}, {2}, is not legal")                                                  \
    X(WTHOR_SCORE, 661, "n", "a score of {1} discs")                                                                   \
    X(WTHOR_NO_MOVES, 662, "", "no moves")                                                                             \
    X(WTHOR_GAMES_GO_ON, 663, "mn", "{1}; the games go on at byte {2}")                                                \
    X(WTHOR_ENDS_IN_GAME, 664, "nn", "the file ends inside a game, after {1} of its {2} bytes")                        \
    X(WTHOR_GAME_COUNT, 665, "nn", "the header counts {1} games, the file has {2}")                                    \
    X(WTHOR_NAMES_END, 666, "tnnn", "{1}: byte {2}: ends at name {3} of {4}")                                          \
    X(WTHOR_NAME_NOT_PADDED, 667, "tnn", "{1}: byte {2}: name {3} is not followed by zeros")                           \
    X(WTHOR_NAMES_TOO_MANY, 668, "tnn", "{1}: byte {2}: more than the {3} names that its header counts")               \
    X(WTHOR_NO_HEADER, 669, "t", "{1}: no WTHOR header")                                                               \
    X(WTHOR_STARTS, 670, "", "WTHOR games begin at the initial position")                                              \
    X(WTHOR_TOO_MANY_MOVES, 671, "n", "more than {1} moves")                                                           \
    X(WTHOR_WITHOUT_MOVES, 672, "n", "no moves, and WTHOR has up to {1}")                                              \
    X(WTHOR_NAMES_USED_UP, 673, "", "all 65535 numbers for names are given away")                                      \
    /* Layouts of people and other programs */                                                                         \
    X(SHEET_NUMBER_RANGE, 680, "n", "{1} is no number of a move")                                                      \
    X(SHEET_NUMBER_TWICE, 681, "ntt", "number {1} stands on {2} and on {3}")                                           \
    X(SHEET_NUMBER_MISSING, 682, "nn", "number {1} is missing; the last one is {2}")                                   \
    X(SHEET_CELL, 683, "t", "'{1}' is neither the number of a move nor an empty square")                               \
    X(LOG_NO_SQUARE, 684, "", "this log does not say on which squares the discs were played")                          \
    X(LOG_NOT_A_SQUARE, 685, "t", "expected a square of a board of 8x8, found '{1}'")                                  \
    X(LOG_TURNED_OVER, 686, "nntn", "move {1}: {2} disc{2s} turned over, but {3} turns over {4}")                      \
    X(LOG_WRONG_TURN, 687, "nwt", "move {1}: it is {2}'s turn, not that of {3}")                                       \
    X(PAGE_NO_GAME, 688, "", "a page (HTML) without a game in its text")                                               \
    X(PAGE_TOO_LARGE, 689, "n", "a page (HTML) of more than {1} megabytes")                                            \
    X(WZEBRA_NO_MOVES, 690, "", "a file of WZebra without moves")                                                      \
    X(WZEBRA_NO_SQUARE, 691, "nn", "move {1}: {2} is no square")                                                       \
    X(SHEET_DISC, 692, "t", "there is a disc on {1}, where none stands at the start")                                  \
    /* Opening books */                                                                                                \
    X(BOOK_NO_MEMORY_FOR_ENGINES, 700, "n", "not enough memory for {1} engines")                                       \
    X(BOOK_PLAN_RANGE, 701, "", "the plan of the book is out of range")                                                \
    X(BOOK_CANNOT_LOCK, 702, "m", "cannot be locked: {1}")                                                             \
    X(BOOK_OTHER_BUILDER, 703, "", "another builder is at work on this book")                                          \
    X(BOOK_READ_ONLY, 704, "", "cannot write: it may only be read")                                                    \
    X(BOOK_CANNOT_WRITE_BESIDE, 705, "m", "cannot write beside it: {1}")                                               \
    X(BOOK_CANNOT_MAP, 706, "m", "cannot map: {1}")                                                                    \
    X(NO_BOOK_EMPTY, 707, "", "this is no opening book: it is empty")                                                  \
    X(NO_BOOK_NO_FILE, 708, "", "this is no opening book: it is no plain file")                                        \
    X(NO_BOOK_NO_MARK, 709, "", "this is no opening book: it does not begin with 'FlankBk'")                           \
    X(BOOK_DAMAGED_AT, 710, "nnn", "the book is damaged at byte {1} (position {2} of {3})")                            \
    X(BOOK_WRONG_AT, 711, "nnnm", "the book is wrong at byte {1} (position {2} of {3}): {4}")                          \
    X(BOOK_NOT_IN_ORDER, 712, "", "not in order")                                                                      \
    X(BOOK_SUM, 713, "", "the sum over all positions is not the one in the header")                                    \
    X(BOOK_NO_POSITION, 714, "", "the position is not in the book")                                                    \
    X(BOOK_HAS_ONLY, 715, "n", "the book has only {1} positions")                                                      \
    X(BOOK_HEADER_CUT, 716, "n", "the book is cut off in its header, at byte {1}")                                     \
    X(BOOK_HEADER_DAMAGED, 717, "", "the header of the book is damaged (bytes 0 to 63)")                               \
    X(BOOK_VERSION, 718, "nn", "the book has version {1}, this program knows version {2}")                             \
    X(BOOK_RECORD_SIZE, 719, "nn", "the book has records of {1} bytes instead of {2}")                                 \
    X(BOOK_CUT, 720, "nnn", "the book is cut off at byte {1}: {2} of {3} positions are there")                         \
    X(BOOK_GOES_ON, 721, "n", "the book ends at byte {1}, but the file goes on")                                       \
    X(BOOK_FILE_EXISTS, 722, "", "there is such a file already")                                                       \
    X(BOOK_DEAD_LINK, 723, "", "a link that leads nowhere")                                                            \
    X(SQUARE_TWO_DISCS, 724, "", "a square holds two discs")                                                           \
    X(NOT_TURNED, 725, "", "the position is not turned as books turn it")                                              \
    X(SCORE_BEYOND_64, 726, "", "a score is beyond 64 discs")                                                          \
    X(LEAF_NOT_LEGAL, 727, "", "the leaf is no legal move")                                                            \
    X(CONFIDENCE_ABOVE_100, 728, "", "a confidence is above 100 %")                                                    \
    X(BOOK_OTHER_GAME, 729, "ww", "this is a book of {1}, not of {2}")                                                 \
    X(BOOK_ENTRY_RANGE, 730, "", "a number is out of its range")                                                       \
    /* Opening books as text, and those of other programs */                                                           \
    X(BOOK_FIELD_TAKES, 750, "tm", "{1} takes {2}")                                                                    \
    X(BOOK_UNKNOWN_FIELD, 751, "t", "expected value, depth, level, sure, lines, leaf or root, found '{1}'")            \
    X(BOOK_SECOND_FIELD, 752, "t", "a second '{1}'")                                                                   \
    X(A_VALUE_IN_DISCS, 753, "", "a value in discs such as +0.25")                                                     \
    X(A_NUMBER_FROM, 754, "nn", "a number from {1} to {2}")                                                            \
    X(A_MOVE_AND_VALUE, 755, "", "a move and its value, 'none' or 'unknown'")                                          \
    X(NOTHING, 756, "", "nothing")                                                                                     \
    X(BOOK_VALUE_MISSING, 757, "", "the value is missing")                                                             \
    X(BOOK_EXPECTED_BOARD, 758, "", "expected a board and a side to move before the first ';'")                        \
    X(BOOK_GAME_OVER, 759, "", "the game is over in this position")                                                    \
    X(FOREIGN_CANNOT_READ, 760, "", "cannot read")                                                                     \
    X(FOREIGN_NO_BOOK, 761, "t", "this is no book of {1}")                                                             \
    X(FOREIGN_VERSION, 762, "ntn", "the book has version {1} of {2}'s format instead of {3}")                          \
    X(FOREIGN_LEFT_OUT, 763, "nmnnn", "byte {1}: {2}; {3} bytes are left out, behind position {4} of {5}")             \
    X(FOREIGN_CUT_OFF, 764, "", "the book is cut off")                                                                 \
    X(CENTRE_NOT_FULL, 765, "", "the centre is not full")                                                              \
    X(VALUE_BEYOND_64, 766, "", "the value is beyond 64 discs")                                                        \
    X(LINK_NOT_LEGAL, 767, "", "a link is no legal move")                                                              \
    X(LINK_TWICE, 768, "", "a link stands there twice")                                                                \
    X(LINK_VALUE_BEYOND_64, 769, "", "the value of a link is beyond 64 discs")                                         \
    X(LEAF_VALUE_BEYOND_64, 770, "", "the value of the leaf is beyond 64 discs")                                       \
    X(TOO_MANY_LINKS, 771, "", "more links than there are moves")                                                      \
    X(LEVEL_ABOVE_60, 772, "", "a level above 60")                                                                     \
    X(FOREIGN_ENDS, 773, "nnn", "the book ends at byte {1} with {2} positions, its header tells of {3}")               \
    /* Evaluation weights */                                                                                           \
    X(WEIGHTS_NO_FILE, 800, "", "not a file of evaluation weights")                                                    \
    X(WEIGHTS_NO_PLAIN_FILE, 801, "", "not a file of evaluation weights: it is no plain file")                         \
    X(WEIGHTS_HEADER_SUM, 802, "", "the header's checksum is wrong: the file is damaged")                              \
    X(WEIGHTS_FORMAT, 803, "nn", "format {1}, this program reads format {2}")                                          \
    X(WEIGHTS_PATTERNS, 804, "nn", "weights for patterns {1}, this program has patterns {2}")                          \
    X(WEIGHTS_SIZE, 805, "nn", "{1} bytes after the header, expected {2}: the file is cut or grown")                   \
    X(WEIGHTS_TOO_MANY, 806, "n", "{1} bytes of weights are more than there can be")                                   \
    X(WEIGHTS_NOT_UNPACKED, 807, "", "the weights do not unpack: the file is damaged")                                 \
    X(WEIGHTS_SUM, 808, "", "the weights' checksum is wrong: the file is damaged")                                     \
    X(WEIGHTS_NOT_AS_FORMAT, 809, "", "the weights are not as this format has them")                                   \
    /* Endgame tables */                                                                                               \
    X(TABLES_NO_FILE, 810, "", "no file of endgame tables")                                                            \
    X(TABLES_SUM, 811, "t", "the table of {1} has a wrong checksum: the file is damaged")                              \
    X(TABLES_OTHER_BUILDER, 812, "", "another builder is at work on these tables")                                     \
    /* Training */                                                                                                     \
    X(TRAIN_OTHER_INPUT, 820, "ttt", "{1} was made from {2}, in whose place {3} is named now; take another folder")    \
    X(TRAIN_BAD_POSITIONS, 821, "t", "{1}: not a whole chunk of positions; remove it and start again")                 \
    X(TRAIN_BAD_COSTS, 822, "t", "{1}: not a whole chunk of costs; remove it and start again")                         \
    X(TRAIN_NO_FOLDER, 823, "t", "{1}: it is not a folder")                                                            \
    X(TRAIN_NOTHING, 824, "t", "{1} is judged by pieces alone: there are no weights to train")                         \
    X(TRAIN_OTHER_GAME, 825, "t", "{1}: a network of another game")                                                    \
    X(TRAIN_OTHER_START, 826, "t", "{1} is not the network to start with; take another folder")                        \
    X(TRAIN_BAD_RESULTS, 827, "t", "{1}: not the results of matches; remove it and start again")                       \
    /* The library of games */                                                                                         \
    X(LIBRARY_POSITION, 850, "", "a position, not a game")                                                             \
    X(LIBRARY_GAME_DAMAGED, 851, "tnt", "is damaged: table {1}, row {2}, column {3}: the game cannot be replayed")     \
    X(LIBRARY_NO_GAME, 852, "n", "has no game {1}")                                                                    \
    X(LIBRARY_UNKNOWN_GAME, 853, "n", "has a game that this flank does not know: table kinds, row {1}")                \
    X(LIBRARY_BUSY, 854, "", "another process is writing the library; try again later")                                \
    X(LIBRARY_NO_LIBRARY, 855, "", "is not a library of games")                                                        \
    X(LIBRARY_DAMAGED, 856, "m", "is damaged: {1}")                                                                    \
    X(LIBRARY_CANNOT_USE, 857, "m", "cannot be used: {1}")                                                             \
    X(LIBRARY_OTHER_DATABASE, 858, "", "is a database of another program, not a library of games")                     \
    X(LIBRARY_OLDER, 859, "nn",                                                                                        \
      "is a library of version {1}, of an older flank, and this one reads version {2}; move it away and import its "   \
      "games again")                                                                                                   \
    X(LIBRARY_NEWER, 860, "nn", "is a library of version {1}, of a newer flank, and this one reads version {2}")       \
    X(LIBRARY_EMPTY, 861, "", "is empty, not a library of games")                                                      \
    X(LIBRARY_STRANGE_PART, 862, "t", "is not a library that flank made: '{1}' in it is not as flank makes it")        \
    X(LIBRARY_MISSING_PART, 863, "t", "is not a library that flank made: '{1}' is missing")                            \
    X(LIBRARY_ROW_DAMAGED, 864, "tnt", "is damaged: table {1}, row {2}, column {3}")                                   \
    X(LIBRARY_ROW_TOO_LARGE, 865, "tntn", "table {1}, row {2}, column {3}: more than {4} bytes")                       \
    X(LIBRARY_ROW_TOO_LONG, 866, "tntn", "table {1}, row {2}, column {3}: more than {4} moves")                        \
    X(LIBRARY_GAME_TOO_LARGE, 867, "nn", "a game of more than {1} moves, or of more than {2} bytes of text")           \
    /* Matches */                                                                                                      \
    X(OPENING_GAME_OVER, 900, "r", "the game is over ({1}): an opening leaves moves to be played")                     \
    X(OPENINGS_NO_TEXT, 901, "", "a NUL byte: this is not a text file")                                                \
    X(OPENINGS_NONE, 902, "", "it has no opening")                                                                     \
    X(NO_POSITION_NO_MOVES, 903, "mm", "not a position ({1}) and not moves ({2})")                                     \
    X(MATCH_GAME_NOT_WHOLE, 904, "", "the game is not whole")                                                          \
    X(MATCH_OTHER_RECORD, 905, "ttt", "the record of another match: its {1}: '{2}', here '{3}'")                       \
    X(MATCH_NO_RECORD, 906, "t", "expected {1}: this is no record of a match")                                         \
    X(MATCH_NO_PLAIN_FILE, 907, "", "a record is a regular file")                                                      \
    X(MATCH_RECORD_BUSY, 908, "", "another match is writing to it")                                                    \
    X(MATCH_NO_BOOK, 909, "", "no book comes with this flank; name one as book=FILE")                                  \
    X(CANNOT_BE_STARTED, 910, "tm", "'{1}' cannot be started: {2}")                                                    \
    X(DOES_NOT_SPEAK, 911, "ttt", "'{1}' does not speak {2}: {3}")                                                     \
    X(ENGINE_NO_SETTING, 912, "t",                                                                                     \
      "flank has no setting '{1}' (it has: level, depth, nodes, time, threads, hash, eval, book)")                     \
    X(GIVEN_TWICE, 913, "t", "{1} is given twice")                                                                     \
    X(ENGINE_NO_NUMBER, 914, "tmn", "{1} has no value: expected {1}=N, N a number {2} {3}")                            \
    X(FROM_ONE, 915, "", "from 1 to")                                                                                  \
    X(ABOVE_ZERO, 916, "", "above 0 and up to")                                                                        \
    X(ENGINE_BAD_NUMBER, 917, "tmnt", "{1}= takes a number {2} {3}, not '{4}'")                                        \
    X(ENGINE_NO_FILE, 918, "t", "{1} has no value: expected {1}=FILE")                                                 \
    X(ENGINE_LONG_FILE, 919, "tn", "{1}= takes a file name of at most {2} bytes")                                      \
    X(ENGINE_EXPECTED_SETTING, 920, "", "expected a setting such as level=10")                                         \
    X(NO_ENGINE, 921, "t",                                                                                             \
      "'{1}' is no engine: expected flank, flank:level=N, or gtp:, nboard:, ugi:, hub: and a command")                 \
    X(ENGINE_NEEDS_COMMAND, 922, "t", "{1}: needs a command, as in {1}:'engine --option'")                             \
    /* Protocols */                                                                                                    \
    X(UGI_EXPECTED_POSITION, 930, "", "expected startpos or fen F, then moves")                                        \
    X(HUB_EXPECTED_POSITION, 931, "", "expected the side to move and 64 squares of w b W B e")                         \
    X(NBOARD_NO_GAME, 932, "", "no game")                                                                              \
    X(OPENING_OTHER_RULES, 934, "t", "an opening by other rules than those of the match: {1}")                         \
    /* Questions of the page, and the server */                                                                        \
    X(NO_SUCH_QUESTION, 950, "t", "no such question: {1}")                                                             \
    X(ASK_MISSING, 951, "", "\"ask\" is missing")                                                                      \
    X(TEXT_MISSING, 952, "", "\"text\" is missing")                                                                    \
    X(ZERO_CHARACTER, 953, "t", "\"{1}\" has a zero character")                                                        \
    X(NOT_IN_RANGE, 954, "tnn", "\"{1}\" is a whole number from {2} to {3}")                                           \
    X(NO_SUCH_GAME, 955, "t", "no such game: {1}")                                                                     \
    X(NO_SUCH_FORMAT, 956, "", "no such format")                                                                       \
    X(NO_SUCH_GAME_OR_FORMAT, 957, "", "no such game or format")                                                       \
    X(NO_FORMAT_WRITTEN, 958, "", "\"to\" names no format that is written")                                            \
    X(NOT_SOLVED_EXACTLY, 959, "w", "{1} has no disc score to ask about")                                              \
    X(NO_LIBRARY_YET, 960, "", "no library is there yet; 'flank library import FILE…' makes one")                      \
    X(BAD_RESULT_WANTED, 961, "", "\"result\" is black, white, drawn or unknown")                                      \
    X(BAD_FIELD, 962, "t", "\"{1}\" is neither a text nor a number nor true or false")                                 \
    X(TOO_MANY_FIELDS, 963, "n", "a question has at most {1} fields")                                                  \
    X(NOT_JSON, 964, "t", "a question is a JSON object: {1}")                                                          \
    X(NOT_AN_OBJECT, 965, "", "a question is a JSON object")                                                           \
    X(NO_ADDRESS, 966, "t", "'{1}' is no address; 127.0.0.1 is this machine only, 0.0.0.0 everybody")                  \
    X(CANNOT_LISTEN_BECAUSE, 967, "tnm", "{1} port {2}: {3}")                                                          \
    X(PORT_TAKEN, 968, "", "another program listens there; --port 0 takes a free one")                                 \
    X(CANNOT_LISTEN, 969, "tn", "{1} port {2} cannot be listened on")                                                  \
    X(PAGE_DAMAGED, 970, "", "the page in this program is damaged")                                                    \
    X(NO_SUCH_LINE, 971, "", "\"line\" names no line of play that is known")                                           \
    X(NO_SUCH_SOURCE, 972, "", "\"source\" names no text that is kept")                                                \
    X(SERVER_STOPPED, 973, "", "stopped")                                                                              \
    X(SERVER_BUSY, 974, "", "too many questions wait for their answers")                                               \
    X(NO_SUCH_PROBLEM, 975, "", "no such problem")                                                                     \
    X(SERVER_FULL, 976, "", "too many connections; close another page of Flank")                                       \
    X(LINE_OF_PLAY_TOO_LONG, 977, "n", "a line of play has at most {1} moves")                                         \
    X(CONNECTIONS_TOO_MANY, 978, "nn", "{1} connections are too many: here are descriptors for {2} (ulimit -n)")       \
    X(SERVER_NO_MEMORY, 979, "", "the server has not enough memory for this question beside those of others")          \
    X(MEMORY_TOO_SMALL, 980, "nn", "{1} MB of memory are too few: the engines and the server itself take {2}")         \
    X(NOT_FLAT, 981, "", "a question is one JSON object, and its values are texts, numbers, true and false")           \
    X(NO_FARM, 982, "", "no farm is watched here; 'flank serve --farm STORE' watches one")                             \
    X(MEMORY_NOT_HERE, 983, "nn", "the server may take {1} MB of memory, and the machine has {2} MB")                  \
    X(LIVE_OFF, 984, "", "no games between people are played on this server")                                          \
    X(LIVE_NO_ROOM, 985, "", "there is no game with this code here; it may have ended")                                \
    X(LIVE_NOT_YOURS, 986, "", "the token is not that of a player of this game")                                       \
    X(LIVE_SEATS_TAKEN, 987, "", "two people play this game already")                                                  \
    X(LIVE_ROOMS_FULL, 988, "n", "no more than {1} game{1s} between people at once")                                   \
    X(LIVE_ALONE, 989, "", "the other player is not there")                                                            \
    X(LIVE_NOT_YOUR_TURN, 990, "", "it is the other player's turn")                                                    \
    X(LIVE_OTHER_PLY, 991, "n", "the game has {1} move{1s}; this one is meant for another position")                   \
    X(LIVE_CANNOT_OFFER, 992, "", "that cannot be offered now")                                                        \
    X(LIVE_ANSWER_FIRST, 993, "", "the other player's offer has no answer yet")                                        \
    X(LIVE_NOTHING_OFFERED, 994, "", "the other player offers nothing")                                                \
    X(LIVE_BAD_OFFER, 995, "", "\"what\" is takeback, draw or rematch")                                                \
    X(LIVE_BAD_COLOR, 996, "tt", "\"color\" is {1} or {2}")                                                            \
    X(LIVE_TOO_LONG, 997, "", "a question about such a game has at most 4096 bytes")                                   \
    X(LIVE_TOO_FAST, 998, "", "too many questions at once; wait a moment")                                             \
    X(BAD_GROUP_WANTED, 999, "", "\"group\" is games, players, events, openings or years")                             \
    /* Contest problems */                                                                                             \
    X(THE_BUFFERS, 1000, "", "the buffers")                                                                            \
    X(COUNTING_WAYS, 1001, "", "counting the ways to win")                                                             \
    X(NUMBER_OF_GAMES, 1002, "", "the number of games")                                                                \
    X(NUMBER_OF_BOARDS, 1003, "", "the number of boards")                                                              \
    X(A_GAME, 1004, "", "game")                                                                                        \
    X(A_BOARD, 1005, "", "board")                                                                                      \
    X(A_CASE, 1006, "", "case")                                                                                        \
    X(COUNT_TOO_LARGE, 1007, "mt", "{1} is too large, expected at most {2}")                                           \
    X(EXPECTED_LINE_END, 1008, "mm", "expected the end of the line after {1}, found {2}")                              \
    X(EXPECTED_INPUT_END, 1009, "mm", "expected the end of the input after the last {1}, found {2}")                   \
    X(THREE_LETTERS, 1010, "ttt", "'{1}', '{2}' or '{3}'")                                                             \
    X(CONTEST_ROW_TOO_LONG, 1011, "nmnm",                                                                              \
      "row {1} of {2} {3} is longer than 8 squares: expected the end of the line, found {4}")                          \
    X(CONTEST_INPUT_ENDS, 1012, "nmn", "the input ends, expected row {1} of {2} {3}")                                  \
    X(CONTEST_LINE_BLANK, 1013, "nmn", "the line is blank, expected row {1} of {2} {3}")                               \
    X(CONTEST_ROW_ENDS, 1014, "nmnn", "row {1} of {2} {3} ends after {4} square{4s}, expected 8")                      \
    X(CONTEST_ROW_LETTER, 1015, "nmnnmm", "row {1} of {2} {3}, column {4}: expected {5}, found {6}")                   \
    X(CONTEST_MOVER, 1016, "ttmnm", "expected '{1}' or '{2}', the player to move of {3} {4}, found {5}")               \
    X(CONTEST_AFTER_MOVER, 1017, "mnm", "expected the end of the line after the player to move of {1} {2}, found {3}") \
    /* Tothello */                                                                                                     \
    X(EXPECTED_IN_CASE, 1020, "mnm", "expected {1} in case {2}, found {3}")                                            \
    X(THE_CLOSING_QUOTE, 1021, "", "the closing '\"'")                                                                 \
    X(SQUARE_TWICE, 1022, "ttn", "{1} is given twice in {2} of case {3}, expected each square once")                   \
    X(SQUARE_IN_BOTH, 1023, "tttn", "{1} is both in {2} and in {3} of case {4}, expected each square once")            \
    X(A_ROW_AFTER_COLUMN, 1024, "", "a row from 1 to 8 after the column of a square")                                  \
    X(LIST_TOO_LONG, 1025, "tnn", "{1} of case {2} is too long, expected at most {3} squares")                         \
    X(A_COMMA_OR_BRACKET_AFTER_SQUARE, 1026, "", "',' or ']' after a square")                                          \
    X(RED_OR_BLACK, 1027, "", "\"Red\" or \"Black\"")                                                                  \
    X(CASE_EXPECTED_COLOR, 1028, "nt", "expected \"Red\" or \"Black\" in case {1}, found '{2}'")                       \
    X(CASE_INPUT_ENDS, 1029, "tn", "the input ends, expected {1} of case {2}")                                         \
    X(CASE_EXPECTED_NAME, 1030, "tnt", "expected {1} in case {2}, found '{3}'")                                        \
    X(ASSIGNED_TWICE, 1031, "tnt", "{1} is given twice in case {2}, expected {3}")                                     \
    X(ALREADY_BRACKETED, 1032, "wtn",                                                                                  \
      "{1} {2} of case {3} is already bracketed, expected a board with nothing to turn")                               \
    /* UVa 220 */                                                                                                      \
    X(UVA_NO_MOVES, 1040, "nnn", "M{1}{2} in game {3}: neither player has a legal move, expected L or Q")              \
    X(UVA_PASSES, 1041, "nnnwwt", "M{1}{2} in game {3}: {4} passes and {5} has no such move, expected one of {6}")     \
    X(UVA_NOT_LEGAL, 1042, "nnnwt", "M{1}{2} in game {3}: not a legal move of {4}, expected one of {5}")               \
    X(UVA_COMMAND, 1043, "nm", "expected a command of game {1}, L, Mrc or Q, found {2}")                               \
    X(UVA_COORDINATE, 1044, "mm", "expected Mrc with {1} from 1 to 8, found {2}")                                      \
    X(A_ROW, 1045, "", "a row")                                                                                        \
    X(A_COLUMN, 1046, "", "a column")                                                                                  \
    X(A_MOVE, 1047, "", "a move")                                                                                      \
    X(COMMAND_L, 1048, "", "L")                                                                                        \
    X(COMMAND_Q, 1049, "", "Q")                                                                                        \
    /* IEEEXtreme 10.0 */                                                                                              \
    X(XTREME_SECOND_WHITE, 1060, "nn", "row {1} of board {2} holds a second 'o', expected only one")                   \
    X(XTREME_NO_WHITE, 1061, "n", "board {1} holds no 'o', expected one")                                              \
    X(XTREME_NO_BLACK, 1062, "n", "board {1} holds no 'x', expected at least one")                                     \
    X(XTREME_TOO_MANY_WAYS, 1064, "nt", "board {1} has more ways to win than the {2} expected at most")                \
    X(XTREME_ENTANGLED, 1065, "nnt",                                                                                   \
      "board {1} is too entangled: counting its {2} pieces takes more than the {3} steps expected at most")

#endif
