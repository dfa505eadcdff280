"""How long after a click a placed camel stands on the acting player's screen: Chromium and the server on one machine.

`PYTHONPATH=tests .venv/bin/python benchmarks/screen.py`: plays Through the Desert against a bot by clicking, with every
move stored durably before it is shown. Measured inside the page: from the click to the change of the map, and to the
frame that paints it.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from pathlib import Path

from browser.chromium import NO_CHROMIUM, browser_of, chromium
from browser.house import house_in
from browser.person import Person, wait_for

GAME = "through_the_desert"
_A_REST = 150
"""Milliseconds that a hand rests on a space before it clicks: what the pointer shows there is painted by then."""
_WATCH = """() => {
  const label = () => eyes.target.getAttribute("aria-label").split(".")[0];
  const space = eyes.target;
  const before = label();
  window.measured = null;
  addEventListener("click", () => {
    const clicked = performance.now();
    const watch = new MutationObserver(() => {
      if (space.getAttribute("aria-label").split(".")[0] === before) return;
      watch.disconnect();
      const changed = performance.now() - clicked;
      requestAnimationFrame(() => setTimeout(() => {
        window.measured = [changed, performance.now() - clicked];
      }));
    });
    watch.observe(space, { attributes: true, attributeFilter: ["aria-label"] });
  }, { capture: true, once: true });
}"""


def measure(person: Person, moves: int) -> list[tuple[float, float]]:
    """Milliseconds from the click to the change and to the painted frame, for so many camels, each the first of two."""
    found: list[tuple[float, float]] = []
    while len(found) < moves:
        person.make_table(GAME, "me novice")
        person.at_table()
        while person.known()["state"] == "playing" and len(found) < moves:
            if not person.on_turn():
                person.page.wait_for_timeout(10)
                continue
            spot = person.page.evaluate("game => eyes.next(game)", GAME)
            if spot is None:
                person.page.wait_for_timeout(10)
                continue
            if not spot["twice"]:
                person.press(spot, "mouse")
                continue
            person.page.mouse.move(spot["x"], spot["y"])
            person.page.wait_for_timeout(_A_REST)
            person.page.evaluate(_WATCH)
            person.press(spot, "mouse")
            wait_for(person.page, "window.measured !== null")
            changed, painted = person.page.evaluate("window.measured")
            # After the second camel of a turn the bot answers at once, and its move is drawn in the same frame.
            if person.on_turn():
                found.append((changed, painted))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=40)
    parser.add_argument("--animation", action="store_true", help="with animations, as on a first visit")
    given = parser.parse_args()
    program = chromium()
    if program is None:
        raise SystemExit(NO_CHROMIUM)
    with tempfile.TemporaryDirectory() as place, house_in(Path(place)) as house, browser_of(program) as browser:
        context = browser.new_context(
            viewport={"width": 1280, "height": 860},
            reduced_motion="no-preference" if given.animation else "reduce",
        )
        person = Person(house, context)
        found = measure(person, given.moves)
    for name, times in (("in the page", [one for one, _ in found]), ("painted", [two for _, two in found])):
        middle, worst = statistics.median(times), sorted(times)[int(len(times) * 0.95)]
        print(f"{name:12} median {middle:5.1f} ms, 95 of 100 within {worst:5.1f} ms ({len(times)} moves)")


if __name__ == "__main__":
    main()
