// What a person at the page sees and would do next, read from the page itself: which control to press for the next
// move, where it is on the screen, and which key leads to it. Put into every page before its own scripts.
(() => {
  const all = (selector) => [...document.querySelectorAll(selector)].filter((found) => found.getClientRects().length > 0);
  const one = (selector) => all(selector)[0] ?? null;
  const says = (element) => element.getAttribute("aria-label") ?? element.textContent.replace(/\s+/g, " ").trim();

  /** What the last update said of the table: only ever looked at to know when to go on. */
  const known = { table: "", ply: -1, revision: 0, state: "", seat: null, actor: -1, offers: 0, last: "", deal: null };
  /** `lines` counts the connections that the page has opened. */
  const probe = { known, target: null, lines: 0 };
  window.probe = probe;

  const Plain = window.WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...given) {
      super(...given);
      probe.lines += 1;
      this.addEventListener("message", ({ data }) => {
        const heard = JSON.parse(data);
        if (heard.type !== "update") return;
        // What an update leaves out has its default; but for what is told of the table once.
        const told = { state: "playing", seat: null, deal: null, offers: {}, ...heard.info, ...heard };
        for (const name of Object.keys(known)) if (name in told) known[name] = told[name];
        known.offers = Object.values(told.offers).flat().length;
        known.last = heard.happened.at(-1)?.action ?? known.last;
      });
    }
  };

  /** What the page itself has seen of the last press: where each half of it came down, and on what. */
  probe.pressed = {};
  for (const half of ["pointerdown", "pointerup", "click"]) {
    const note = ({ clientX, clientY, target }) => (probe.pressed[half] = `${clientX}, ${clientY}: ${target.outerHTML.slice(0, 120)}`);
    addEventListener(half, note, { capture: true });
  }

  // -- what to press next, game by game. `acts`: it is a move. `twice`: by touch the first tap only shows it. ---------

  /** Whether the middle of a space can be pressed as the map stands: zoomed in, most of it is out of sight. */
  function inSight(space) {
    const box = space.querySelector(".hex, .hit").getBoundingClientRect();
    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return hit === null ? !one(".zoom button:nth-child(3)") : space.contains(hit);
  }

  const select = (element) => ({ element, acts: false, twice: false });
  const act = (element, twice = false) => ({ element, acts: true, twice });

  /** One of these spaces; the whole map first, if none of them is in sight. */
  function onMap(open) {
    const seen = open.find(inSight);
    const whole = one(".zoom button:nth-child(3)");
    return seen || !whole ? act(seen ?? open[0], true) : select(whole);
  }

  /** The pile with the fewest camels, so that the game comes to its end, and any space that is open to it. */
  function throughTheDesert() {
    const pass = one("button.pass");
    if (pass) return act(pass);
    const open = all("[data-space].open");
    if (open.length > 0 && one('[data-pile][aria-pressed="true"]')) return onMap(open);
    const left = (pile) => Number(pile.querySelector(".count").textContent);
    const piles = all("[data-pile]:not(.idle)").sort((a, b) => left(a) - left(b));
    return piles.length > 0 ? select(piles[0]) : null;
  }

  /** Buy what can be bought, make the trade that opens a stall, else roll. */
  function bazaar() {
    const back = one(".tray .does .button.main");
    if (back) {
      const [chosen, asked] = back.textContent.match(/(\d+)\/(\d+)/).slice(1).map(Number);
      return chosen < asked ? select(all('.tray .tokens button[aria-pressed="false"]')[0]) : act(back);
    }
    const take = one(".tray .take button.lit");
    if (take) return act(take);
    const buy = one(".stall.buy");
    if (buy) return act(buy, true);
    const lit = all(".rates button.lit");
    const opens = lit.find((side) => side.querySelector(".earns"));
    if (opens) return act(opens, true);
    const roll = one(".tray .roll.lit") ?? one(".tray .does .button");
    if (roll) return act(roll);
    return lit.length > 0 ? act(lit[0], true) : null;
  }

  /** Build whatever can be built, where it is free if it is somewhere; else roll. */
  function desertBazaar() {
    const pay = one(".payment .pay");
    if (pay) return act(pay);
    const named = one(".naming .slots .button.main");
    if (named) return act(named);
    const names = all(".naming .pick button:not(.far)");
    if (names.length > 0) return one(".naming .slots") ? select(names[0]) : act(names[0]);
    const gives = one("button.db-choice.take") ?? one("button.keep");
    if (gives) return act(gives);
    const open = all('[data-spot^="space"].open');
    if (one(".choosing") && open.length > 0) {
      const free = open.filter((space) => space.querySelector(".price .free"));
      return onMap(free.length > 0 ? free : open);
    }
    const tiles = all(".tile.asked");
    if (tiles.length > 0) return select(tiles.find((tile) => tile.querySelector(".free")) ?? tiles[0]);
    const roll = one('.ask .db-choice:not([aria-disabled="true"])') ?? one(".asks .button");
    return roll ? act(roll) : null;
  }

  /** On the generic board the last of what is offered, so that a game of Pig comes to its end. */
  function generic() {
    const choice = all(".choices .choice").at(-1);
    return choice ? act(choice) : null;
  }

  const choosers = { through_the_desert: throughTheDesert, bazaar, desert_bazaar: desertBazaar };

  /** The next thing to press for a move, or null while the page offers nothing, or nothing that may be pressed yet. */
  probe.next = (game) => {
    const chosen = (choosers[game] ?? generic)();
    const found = chosen?.element.disabled ? null : chosen;
    probe.target = found?.element ?? null;
    return found && { acts: found.acts, twice: found.twice, says: says(found.element), ...probe.where() };
  };

  /** The middle of the target on the screen; `covered` names what lies over it. */
  probe.where = () => {
    const target = probe.target;
    const shape = target.querySelector(".hex, .hit") ?? target;
    let box = shape.getBoundingClientRect();
    const inside = box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
    if (!inside || !hits(box)) {
      shape.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      box = shape.getBoundingClientRect();
    }
    const hit = hits(box) ? null : document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    const covered = hit ? `${hit.tagName}.${hit.getAttribute("class") ?? ""} "${says(hit).slice(0, 60)}"` : "";
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width, height: box.height, covered };
  };

  /** The same once the page has come to rest: what was just pressed may still move what is to be pressed next. */
  probe.rests = async () => {
    let [last, same] = ["", 0];
    for (let frame = 0; frame < 600 && same < 2; frame += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const now = JSON.stringify(probe.where());
      same = now === last ? same + 1 : 0;
      last = now;
    }
    return same < 2 ? { ...probe.where(), covered: "a page that does not come to rest" } : probe.where();
  };

  function hits(box) {
    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return hit !== null && probe.target.contains(hit);
  }

  // -- which key leads to the target ----------------------------------------------------------------------------------

  let before = null;
  probe.key = () => {
    const [from, to] = [document.activeElement, probe.target];
    if (from === to) return null;
    const isStuck = from === before;
    before = from;
    if (to.type === "radio" && from.type === "radio" && from.name === to.name) return step(all(`[name="${to.name}"]`), from, to);
    const row = to.closest(".grid, .tokens");
    if (row?.contains(from)) return step([...row.querySelectorAll("button")], from, to, row.matches(".grid") ? 2 : 0);
    const map = to.closest("svg");
    if (map?.contains(from)) return to.hasAttribute("data-space") ? "n" : walk(from, to, isStuck);
    const follows = from.compareDocumentPosition(to) & Node.DOCUMENT_POSITION_FOLLOWING;
    return from === document.body || follows ? "Tab" : "Shift+Tab";
  };

  function step(list, from, to, columns = 0) {
    const way = list.indexOf(to) - list.indexOf(from);
    if (columns > 0 && Math.abs(way) >= columns) return way > 0 ? "ArrowDown" : "ArrowUp";
    return way > 0 ? "ArrowRight" : "ArrowLeft";
  }

  /** Across the hexes: to the column first; along it where there is no way on. */
  function walk(from, to, isStuck) {
    const [a, b] = [from, to].map((space) => space.querySelector(".hit").getBoundingClientRect());
    const [across, down] = [b.x - a.x, b.y - a.y];
    if (Math.abs(across) > a.width / 3 && !isStuck) return across > 0 ? "ArrowRight" : "ArrowLeft";
    return down > 0 ? "ArrowDown" : "ArrowUp";
  }
})();
