"""Run by a test: tells the same games as the other clients, in an order of its own, to servers by turns.

Arguments: key, seed, then ports. Games come on standard input as JSON lines; answers go out in the same way.
"""

import json
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.web.processes import Caller


def main() -> None:
    """Tell every game, and print what was answered."""
    key, seed, *ports = sys.argv[1:]
    callers = [Caller(int(port), key) for port in ports]
    games = [json.loads(line) for line in sys.stdin]
    dice = random.Random(int(seed))
    # Nearly in order, so that the clients meet over the same games at the same moment.
    order = sorted(range(len(games)), key=lambda place: place + dice.random() * 8)
    for place in order:
        game_id, facts = games[place]
        status, answer = dice.choice(callers).insist("PUT", f"/v1/games/{game_id}", facts)
        sys.stdout.write(json.dumps([game_id, status, answer]) + "\n")
    for caller in callers:
        caller.close()


if __name__ == "__main__":
    main()
