"""The command line. Data goes to stdout, all else to stderr; commands are imported when they are called."""

from importlib import import_module

import click

COMMANDS = {
    "rate": "Rate finished games from files, print the leaderboard.",
    "files": "Show what recorded matches hold: winners, points, endings.",
    "explain": "Show the whole calculation of one game's changes.",
    "preview": "Show what the next game is worth, before it is played.",
    "table": "Print the tables of a version of the formula.",
    "serve": "Serve a ladder over HTTP.",
    "demo": "Make and serve a ladder to look at.",
    "keys": "Make, list and revoke callers' keys.",
    "import": "Bring a finished history into an empty ladder.",
    "export": "Write the ledger of a store into files.",
    "rebuild": "Make the projections again from the ledger, compare.",
    "backup": "Copy a ladder while it is served.",
    "restore": "Bring a backup back.",
    "verify": "Check a published log, a ledger file or a proof, to the last sum.",
    "publish": "Write the ledger as a signed log, for any web host.",
    "prove": "Write a small proof of one game.",
    "card": "Print what shows whose entries a player's are.",
    "log": "Make the key that signs the log.",
    "calibrate": "Does the formula fit these results?",
    "backtest": "Versions and rivals on the same games.",
    "sweep": "Thousands of variants of the formula on the same games.",
    "simulate": "A world of known skill, and what a formula makes of it.",
    "whatif": "The same history under other rules, side by side.",
    "claims": "Examine again what the article claims.",
}
"""Command -> the line `terazi --help` shows, so that help imports no command."""

_MODULES = {"import": "import_history"}
"""Commands whose names no module can have."""


class _Lazy(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"terazi.cli.{_MODULES.get(cmd_name, cmd_name)}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="terazi", message="%(package)s %(version)s")
def main() -> None:
    """Exact, explained ratings for backgammon (tavla).

    Data goes to standard output, everything else to standard error. Exit codes: 0 ok, 1 a verification found
    a fault, 2 wrong usage, 3 some input was refused, 4 the store failed.
    """
