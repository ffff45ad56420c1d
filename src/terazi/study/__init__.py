"""Does the formula fit real results, and what would a change do? Arrays in, findings out.

Every expected score and every change comes from `core.formula` or a table made from it; only the `rivals`
bring curves of their own. All forecasts are walk-forward: a game is predicted from the games before it.
"""
