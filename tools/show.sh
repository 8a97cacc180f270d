#!/bin/sh
# SPDX-License-Identifier: MIT
# The show of `make show`: real endgames solved, then where to go from here.   tools/show.sh BUILD_FOLDER
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
flank=$1/src/cli/flank
echo "Solving five positions of the FFO endgame test to the last disc:"
echo
"$flank" solve "$root/data/ffo-show.obf"
cat <<END

This was Flank. The command is $flank; try:

  $flank play                     play Othello here, in the terminal
  $flank play loa                 … or Lines of Action, draughts, tothello
  $flank hint --moves f5d6c3      the value of every move
  $flank analyze tests/protocols/quarry.sgf
                                  … what each move of a game gave away
  $flank match flank:level=6 flank:level=5 --games 20
                                  … two engines against each other
  $flank library import FILE      a collection of games; library search: who played this?
  $flank perft othello 11         count 212,258,216 games
  $flank contest uva220 FILE      a contest problem as a filter
  $flank grade                    four opponents grade a Reversi player
  $flank help                     everything else

END
