"""What the next game is worth, as lines of text."""

from terazi.core.formula import Formula
from terazi.core.preview import Preview, Stakes
from terazi.core.types import Standing
from terazi.words.catalogue import Words
from terazi.words.shown import shown


def preview_lines(
    words: Words, preview: Preview, *, you: Standing, opponent: Standing, cube: int, formula: Formula
) -> list[str]:
    """Both outcomes of a game that has not been played, with the inputs they were computed from."""
    ratings = {"you": words.numbers.rating(you.rating), "opponent": words.numbers.rating(opponent.rating)}
    lines = [words.say("preview.title", formula=shown(formula.name), cube=str(cube), **ratings)]
    outcomes = {"preview.win": preview.win, "preview.lose": preview.lose}
    labels = {key: words.template(key) for key in outcomes}
    width = max(map(len, labels.values()))
    lines += [f"  {labels[key]:<{width}}   {_stakes(words, stakes)}" for key, stakes in outcomes.items()]
    return [*lines, words.template("preview.assumed")] if formula.assumed else lines


def resigning_line(words: Words, stakes: Stakes) -> str:
    """What a player is told before they resign: a game that ends so is an ordinary loss (article)."""
    return words.say("preview.resigning", stakes=_stakes(words, stakes))


def _stakes(words: Words, stakes: Stakes) -> str:
    signed = {
        "you": words.numbers.signed(stakes.you, arrow=True),
        "opponent": words.numbers.signed(stakes.opponent, arrow=True),
    }
    return words.say("preview.stakes", **signed)
