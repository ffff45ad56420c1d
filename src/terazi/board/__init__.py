"""A backgammon board that replays moves legally; needs nothing but the standard library."""
