"""The job of `terazi rate` with evalica: read a CSV, rate its games in order, print a leaderboard."""

import sys

import evalica
import numpy as np
import pandas as pd
import polars as pl

games = pl.read_csv(sys.argv[1], columns=["game_id", "finished_at", "winner", "loser"], infer_schema=False)
if not games["finished_at"].is_sorted():
    games = games.sort("finished_at", "game_id")
names = pl.concat([games["winner"], games["loser"]]).unique()
players = pl.Enum(names)
winner, loser = (games[side].cast(players).to_physical().to_numpy() for side in ("winner", "loser"))
won = np.full(len(games), int(evalica.Winner.X), dtype=np.uint8)
result = evalica.elo(winner, loser, won, index=pd.RangeIndex(len(names)), initial=1500, k=32, scale=1200)
names = names.to_list()
sys.stdout.writelines(
    f"{rank:6}  {names[player]}  {rating:8.1f}\n"
    for rank, (player, rating) in enumerate(result.scores.items(), start=1)
)
