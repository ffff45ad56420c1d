"""The line of a ranked game, put together at once: most of every ledger is nothing else.

A test holds it to what the general writer makes of the same entry.
"""


def ranked_side(before: int, delta: int, event: int, k: int, player: int | str, recent: int) -> str:
    """One player's side of the line."""
    return (
        f'{{"after":{before + delta},"before":{before},"delta":{delta},"event":{event},"k":{k},'
        f'"player":{player},"recent":{recent}}}'
    )


def ranked_line(  # noqa: PLR0913, PLR0917  the line has so many members
    number: int,
    accepted_at: int | str,
    finished_at: int | str,
    cube: int | str,
    game: str,
    formula: str,
    termination: str,
    win: str,
    winner: str,
    loser: str,
    replaces: str = "",
) -> str:
    """The line; `game`, `formula`, `replaces` are JSON strings, `winner` and `loser` from `ranked_side`."""
    old = f'"replaces":{replaces},' if replaces else ""
    return (
        f'{{"accepted_at":{accepted_at},"cube":{cube},"finished_at":{finished_at},"formula":{formula},'
        f'"game":{game},"kind":"game","loser":{loser},"mode":"ranked","number":{number},{old}'
        f'"termination":"{termination}","win":"{win}","winner":{winner}}}'
    )
