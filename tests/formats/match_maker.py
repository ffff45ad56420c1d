"""Made-up matches: a player who moves at random, doubles now and then, and sometimes gives up."""

import datetime as dt
import random
from dataclasses import replace

from terazi.board.cube import Cube
from terazi.board.match_score import MatchScore
from terazi.board.plays import legal_plays
from terazi.board.position import OPENING, WinMultiplier, win_multiplier
from terazi.board.side import Side
from terazi.formats.match import (
    Action,
    CubeAction,
    CubeKind,
    GameRecord,
    MatchHeader,
    Resignation,
    StatedResult,
    Turn,
)

NAMES = (
    ("Ayşe", "Mehmet"),
    ("Çiğdem Ünlü", "ilk"),
    ("a : 3 b", "İlk"),
    ("x", "an_unusually_long_name_of_31_let"),
    ("TGIF(P)", "57578"),
    ("*万人迷", "♡보아♡"),
)
LINE = 1
"""Where a made-up action stands: nowhere."""


def made_match(seed: int, length: int = 3, names: tuple[tuple[str, str], ...] = NAMES) -> list[GameRecord]:
    """A whole match to `length` points (0: three games without a length), the same for the same seed."""
    dice = random.Random(seed)
    header = MatchHeader(
        players=dice.choice(names),
        length=length,
        site="Our Own Site",
        match_id=str(seed),
        date=dt.date(2024, 1, 1) + dt.timedelta(days=seed % 1000),
        time=dt.time(seed % 24, seed % 60),
    )
    games: list[GameRecord] = []
    score = MatchScore(length=length)
    while score.winner is None and (length or len(games) < 3):
        game = _made_game(dice, header, score, len(games) + 1)
        games.append(game)
        assert game.result is not None
        assert game.result.side is not None
        assert game.result.points is not None
        score = score.after(game.result.side, game.result.points)
    return games


def _made_game(dice: random.Random, header: MatchHeader, score: MatchScore, number: int) -> GameRecord:
    maker = _Maker(dice, score)
    winner, points = maker.play()
    result = StatedResult(
        side=winner, line=LINE, points=points, wins_match=score.after(winner, points).winner is not None
    )
    return GameRecord(
        match=header,
        players=header.players,
        line=LINE,
        last_line=LINE,
        number=number,
        score=score.points,
        actions=tuple(maker.actions),
        result=result,
    )


class _Maker:
    def __init__(self, dice: random.Random, score: MatchScore) -> None:
        self.dice = dice
        self.cube = Cube(crawford=score.is_crawford_game)
        self.has_animals = not score.length
        self.actions: list[Action] = []
        self.side = dice.choice(list(Side))
        self.position = OPENING

    def play(self) -> tuple[Side, int]:
        """Plays the game out: who won, for how many points."""
        roll = self.dice.choice([(3, 1), (6, 2), (5, 4), (2, 1)])
        while True:
            self._turn(roll)
            multiplier = win_multiplier(self.position.mover, self.position.waiter)
            if multiplier is not None:
                return self.side, self.cube.value * multiplier
            self.position, self.side = self.position.turned(), self.side.other
            if self.dice.random() < 0.004:
                return self._resign()
            if self.dice.random() < 0.06 and self._double_is_dropped():
                return self.side, self.cube.value
            roll = self.dice.randint(1, 6), self.dice.randint(1, 6)

    def _turn(self, roll: tuple[int, int]) -> None:
        plays = list(legal_plays(self.position, roll).items())
        # Mostly the play that leaves the last checkers least far behind, or a game would take hours.
        if self.dice.random() < 0.8:
            plays = sorted(plays, key=lambda play: (play[0].mover[::-1], play[0].waiter))[:1]
        self.position, play = self.dice.choice(plays)
        self.actions.append(Turn(side=self.side, line=LINE, roll=roll, play=play))

    def _double_is_dropped(self) -> bool:
        offered = self.cube.offered(self.side)
        if not isinstance(offered, Cube):
            return False
        self._say(self.side, CubeKind.DOUBLE, self.cube.value * 2)
        taken = offered.taken(self.side.other)
        assert isinstance(taken, Cube)
        drops = self.dice.random() < 0.3 or taken.value > 16
        if not drops and self.has_animals and self.dice.random() < 0.4:
            self._beaver(offered)
            return False
        self.cube = self.cube if drops else taken
        self._say(self.side.other, CubeKind.DROP if drops else CubeKind.TAKE, None)
        return drops

    def _beaver(self, offered: Cube) -> None:
        """The other player beavers, perhaps there is a raccoon, and the game goes on: it is taken."""
        self._say(self.side.other, CubeKind.BEAVER, None)
        after = offered.beavered(self.side.other)
        assert isinstance(after, Cube)
        answers = self.side
        if self.dice.random() < 0.3:
            self._say(self.side, CubeKind.RACCOON, None)
            raccoon = after.beavered(self.side)
            assert isinstance(raccoon, Cube)
            after, answers = raccoon, self.side.other
        taken = after.taken(answers)
        assert isinstance(taken, Cube)
        self.cube = taken

    def _say(self, side: Side, kind: CubeKind, value: int | None) -> None:
        self.actions.append(CubeAction(side=side, line=LINE, kind=kind, value=value))

    def _resign(self) -> tuple[Side, int]:
        multiples: tuple[WinMultiplier, ...] = (1, 2, 3)
        multiplier = self.dice.choice(multiples)
        self.actions.append(Resignation(side=self.side, line=LINE, multiplier=multiplier))
        return self.side.other, self.cube.value * multiplier


def without_lines(game: GameRecord) -> GameRecord:
    """The game as if it stood nowhere, for comparing what two files say."""
    result = None if game.result is None else replace(game.result, line=LINE)
    actions = tuple(replace(action, line=LINE) for action in game.actions)
    header = replace(game.match, line=LINE, tags=())
    return replace(game, match=header, line=LINE, last_line=LINE, actions=actions, result=result)
