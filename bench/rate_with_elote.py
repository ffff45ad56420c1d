"""The job of `terazi rate` with elote: read a CSV, rate its games in order, print a leaderboard."""

import sys

import polars as pl
from elote import EloCompetitor

games = pl.read_csv(sys.argv[1], columns=["game_id", "finished_at", "winner", "loser"], infer_schema=False)
if not games["finished_at"].is_sorted():
    games = games.sort("finished_at", "game_id")
players = {
    name: EloCompetitor(initial_rating=1500)
    for name in pl.concat([games["winner"], games["loser"]]).unique().to_list()
}
for winner, loser in zip(games["winner"].to_list(), games["loser"].to_list(), strict=True):
    players[winner].beat(players[loser])
board = sorted(players.items(), key=lambda item: -item[1].rating)
sys.stdout.writelines(
    f"{rank:6}  {name}  {player.rating:8.1f}\n" for rank, (name, player) in enumerate(board, start=1)
)
