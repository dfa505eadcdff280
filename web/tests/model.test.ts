// What is shown is worked out by pure functions: here they are, one by one.
import { describe, expect, test } from "vitest";
import { clockOf, clockText, isShort } from "../src/model/clocks";
import { applied, orderOf, heard, toldSince, type Known } from "../src/model/tableState";
import { worthOfHint } from "../src/model/hints";
import { inOrder } from "../src/model/tableLists";
import { guestName } from "../src/model/guestNames";
import { isDeclined, wentBackTo } from "../src/model/stateChanges";
import { chosenOptions } from "../src/model/options";
import { fateOf } from "../src/model/pending";
import { routeOf } from "../src/model/routes";
import { recentOf, seatOf } from "../src/model/recent";
import { firstMove, memoized, shownRecent } from "../src/model/replay";
import { readResult, resultOf, pointsBySource, scoreOf, tellsScores } from "../src/model/results";
import { bySection, cutAtRules, gameOfRule, rulePath } from "../src/model/rules";
import {
  againstBots,
  seatsFrom,
  absentSeat,
  soloOption,
  freeSeats,
  onlyBots,
  resized,
  someoneIsReplaced,
  usualCount,
} from "../src/model/seats";
import { relative } from "../src/model/relativeTime";
import { countUnread } from "../src/model/unreadChat";
import { andList, botAbout, botChoice, botNote, botTitle, noticeWords, shownSeats } from "../src/words";
import { listed } from "../src/model/lists";
import type { BazaarView, Happened, ChatLineShown, SeatShown, TableInfo, TableShown, Update, View } from "../src/wire";
import { retryDelay } from "../src/socket/retryDelay";

const ply = (actor: number, action: string): Happened => ({
  actor,
  action,
  events: action ? [{ kind: "chance_decided", action }] : [],
  at: 0,
});

const info: TableInfo = {
  table: "t1",
  game: "bazaar",
  options: "",
  public: false,
  pace: { kind: "none", seconds: 0, increment: 0, days: 0 },
  drawn: true,
  dice: "saltroad dice 2",
  commitment: "",
  deals: 1,
  imported: false,
};

function update(change: Partial<Update>): Update {
  return {
    type: "update",
    number: 1,
    after: 0,
    revision: 1,
    info,
    seats: [],
    seat: 0,
    first_ply: 0,
    happened: [],
    ply: 0,
    actor: 0,
    clocks: { at: 0, left: [], used: [], running: null, paused: false },
    ...change,
  };
}

const view = (change: Partial<BazaarView>) => ({ phase: "turn", turns: 1, scores: [0, 0], ...change }) as BazaarView;

describe("an update is laid over what is known", () => {
  const first = applied(null, update({ view: view({}), happened: [ply(-1, "a"), ply(0, "b")], ply: 2 }))!;

  test("the first one is taken whole", () => {
    expect(first.log.map((one) => one.action)).toEqual(["a", "b"]);
    expect(first.view).toEqual(view({}));
  });

  test("changed fields replace those of the view, the others stay", () => {
    const next = applied(first, update({ changed: { turns: 2 }, first_ply: 2, happened: [ply(1, "c")], ply: 3 }))!;
    expect(next.view).toEqual(view({ turns: 2 }));
    expect(next.log.map((one) => one.action)).toEqual(["a", "b", "c"]);
  });

  test("a move that was taken back leaves the log", () => {
    const next = applied(first, update({ changed: {}, first_ply: 1, happened: [], ply: 1 }))!;
    expect(next.log.map((one) => one.action)).toEqual(["a"]);
  });

  test("another revision forgets the log and the view", () => {
    const next = applied(first, update({ revision: 2, view: view({ turns: 9 }), happened: [ply(0, "z")], ply: 1 }))!;
    expect(next.log.map((one) => one.action)).toEqual(["z"]);
    expect(next.view).toEqual(view({ turns: 9 }));
  });

  test("what hangs in the air is refused: a gap in the log, changes of no view", () => {
    expect(applied(first, update({ changed: {}, first_ply: 5 }))).toBeNull();
    expect(applied(first, update({ number: 4, after: 3, changed: {}, first_ply: 2 }))).toBeNull();
    expect(applied(first, update({ number: 2, after: 1, changed: {}, first_ply: 2 }))!.number).toBe(2);
    expect(applied(null, update({ changed: { turns: 2 } }))).toBeNull();
    expect(applied(first, update({ revision: 2, changed: { turns: 2 } }))).toBeNull();
  });

  test("only the next one is laid over: what came before is passed over, what misses one is noticed", () => {
    expect(orderOf(0, { number: 7, after: 0 })).toBe("next");
    expect(orderOf(7, { number: 9, after: 7 })).toBe("next");
    expect(orderOf(9, { number: 9, after: 7 })).toBe("old");
    expect(orderOf(9, { number: 7, after: 0 })).toBe("old");
    expect(orderOf(7, { number: 11, after: 9 })).toBe("gap");
    expect(orderOf(0, { number: 9, after: 7 })).toBe("gap");
  });

  test("before the game there is no view", () => {
    expect(applied(null, update({ state: "open" }))!.view).toBeNull();
  });

  test("what is left out of the table and the seats is as before, anything else has its default", () => {
    const seat = { kind: "bot", name: "Amina", here: true, bot: "novice", stand_in: "" as const, bot_from: null };
    const before = applied(
      null,
      update({ seats: [seat], can_undo: true, watching: 2, state: "over", view: view({}) }),
    )!;
    const { info: _info, seats: _seats, seat: _seat, clocks: _clocks, ...bare } = update({ number: 2, after: 1 });
    const next = applied(before, bare)!;
    expect([next.table, next.game, next.seats, next.view]).toEqual(["t1", "bazaar", [seat], view({})]);
    expect([next.can_undo, next.watching, next.state, next.seat, next.clocks, next.offers]).toEqual([
      ...[false, 0, "playing", null, null, {}],
    ]);
    expect("type" in next || "info" in next || "after" in next).toBe(false);
    expect(applied(null, bare)).toBeNull();
  });

  test("the last plies that have something to tell are told to those who listen", () => {
    const known = { ...first, log: ["one", "", "two", "three"].map((action) => ply(0, action)) };
    expect(toldSince(known, 1).map((one) => one.action)).toEqual(["two", "three"]);
    expect(toldSince(known, 0, 2).map((one) => one.action)).toEqual(["two", "three"]);
  });
});

test("lines of chat come once each, in order", () => {
  const line = (number: number, text: string) => ({
    number,
    name: "A",
    seat: 0,
    text,
    at: 0,
    notice: null,
    about: null,
  });
  const lines = heard([line(1, "a"), line(2, "b")], { type: "chat", lines: [line(3, "c"), line(2, "b")] });
  expect(lines.map((one) => one.text)).toEqual(["a", "b", "c"]);
});

describe("lines of chat wait to be read", () => {
  const line = (number: number, seat: number | null, name: string, notice: ChatLineShown["notice"] = null) => ({
    number,
    name,
    seat,
    text: "",
    at: number * 10,
    notice,
    about: notice && 0,
  });
  const lines = [line(1, 0, "Ada"), line(2, 1, "Bo"), line(3, 0, "Ada"), line(4, null, "Cy"), line(5, null, "Dee")];
  const ada = { seat: 0, name: "Ada" };

  test("but for one's own, by the seat or, without one, by the name", () => {
    expect(countUnread(lines, new Set(), 0, ada)).toBe(3);
    expect(countUnread(lines, new Set(), 0, { seat: null, name: "Cy" })).toBe(4);
    expect(countUnread([line(1, 1, "Ada")], new Set(), 0, ada)).toBe(1);
  });

  test("but for notices, which stand in the log", () => {
    expect(countUnread([...lines, line(6, 1, "Bo", "left")], new Set(), 0, ada)).toBe(3);
  });

  test("but for those that were there before the page", () => {
    expect(countUnread(lines, new Set(), 20, ada)).toBe(2);
    expect(countUnread(lines, new Set(), 50, ada)).toBe(0);
  });

  test("but for those that were seen, also if an earlier one comes to light later", () => {
    expect(countUnread(lines, new Set([1, 2, 3, 4, 5]), 0, ada)).toBe(0);
    expect(countUnread(lines, new Set([1, 3, 4, 5]), 0, ada)).toBe(1);
  });
});

describe("a wish that is gone", () => {
  const known = (change: Partial<Update>) => applied(null, update(change))!;
  const asked = (what: string, seat = 0, about: number | null = null) => ({
    what,
    seat,
    to_ply: 3,
    waits_for: [1],
    about,
    redraw: false,
  });
  const seat = (here: boolean, stand_in: SeatShown["stand_in"] = "") => ({
    kind: "person",
    name: "A",
    here,
    bot: stand_in && "trader",
    stand_in,
    bot_from: null,
  });
  const paused = { at: 0, left: [], used: [], running: null, paused: true };

  test("was declined if nothing came of it", () => {
    expect(isDeclined(known({ asked: asked("back") }), known({}))).toBe(true);
    expect(isDeclined(known({ asked: asked("pause") }), known({}))).toBe(true);
    expect(isDeclined(known({ asked: asked("back"), clocks: paused }), known({ clocks: paused }))).toBe(true);
  });

  test("was not if the game went back, somebody played, or the clocks stand", () => {
    expect(isDeclined(known({ asked: asked("back") }), known({ revision: 2 }))).toBe(false);
    expect(isDeclined(known({ asked: asked("back") }), known({ ply: 1 }))).toBe(false);
    expect(isDeclined(known({ asked: asked("pause") }), known({ clocks: paused }))).toBe(false);
  });

  test("was not if the absent are back, or a bot came in", () => {
    const wish = { asked: asked("stand_in", 0, 1) };
    const [away, back, replaced] = [
      [seat(true), seat(false)],
      [seat(true), seat(true)],
      [seat(true), seat(false, "away")],
    ];
    expect(isDeclined(known({ ...wish, seats: away }), known({ seats: away }))).toBe(true);
    expect(isDeclined(known({ ...wish, seats: away }), known({ seats: back }))).toBe(false);
    expect(isDeclined(known({ ...wish, seats: away }), known({ seats: replaced }))).toBe(false);
    expect(isDeclined(known({ asked: asked("back"), seats: away }), known({ seats: replaced }))).toBe(false);
  });

  test("is news only to whoever asked, and only once it is gone", () => {
    expect(isDeclined(known({ asked: asked("back", 1) }), known({}))).toBe(false);
    expect(isDeclined(known({ asked: asked("back"), seat: null }), known({ seat: null }))).toBe(false);
    expect(isDeclined(known({ asked: asked("back") }), known({ asked: asked("back") }))).toBe(false);
    expect(isDeclined(known({}), known({}))).toBe(false);
  });
});

describe("a game that went back", () => {
  const log = [ply(-1, "a"), ply(0, "b"), ply(1, "c")];
  const known = (revision: number, log: Happened[]) =>
    applied(null, update({ revision, happened: log, ply: log.length }))!;

  test("is where the log ends, or goes another way", () => {
    expect(wentBackTo(known(1, log), known(2, log.slice(0, 2)))).toBe(2);
    expect(wentBackTo(known(1, log), known(2, [log[0]!, ply(0, "d"), ply(1, "c"), ply(0, "e")]))).toBe(1);
  });

  test("is not one that goes on, nor one that another server shows", () => {
    expect(wentBackTo(known(1, log), known(1, [...log, ply(0, "d")]))).toBeNull();
    expect(wentBackTo(known(1, log), known(7, [...log, ply(0, "d")]))).toBeNull();
  });
});

test("a ply is about who acted, or for whom chance decided", () => {
  const rolled: Happened = { ...ply(-1, "die blue"), events: [{ kind: "start_drawn", seat: 1 }] };
  expect([ply(2, "roll"), rolled, ply(-1, "setup"), ply(-1, "")].map(seatOf)).toEqual([2, 1, null, null]);
});

describe("what is recent", () => {
  const log = [ply(-1, "setup"), ply(0, "a"), ply(1, "b"), ply(-1, "die"), ply(2, "c")];

  test("is what came after one's own last action", () => {
    expect(recentOf(log, 0).map((one) => one.action)).toEqual(["b", "die", "c"]);
    expect(recentOf(log, 1).map((one) => one.action)).toEqual(["die", "c"]);
  });

  test("is one's own action while nothing came after it", () => {
    expect(recentOf(log, 2).map((one) => one.action)).toEqual(["c"]);
  });

  test("leaves out the setup for somebody who has not acted", () => {
    expect(recentOf(log, 3).map((one) => one.action)).toEqual(["a", "b", "die", "c"]);
    expect(recentOf([ply(-1, "setup")], 0)).toEqual([]);
  });

  test("is the last move for a spectator, with what chance made of it", () => {
    expect(recentOf(log.slice(0, 4), null).map((one) => one.action)).toEqual(["b", "die"]);
  });
});

describe("a move that was on its way when the line broke", () => {
  const pending = { ply: 1, action: "roll", seat: 0, revision: 1 };
  const known = (log: Happened[]) => ({ ...applied(null, update({}))!, log }) as Known;

  test("was stored if the log has it", () => {
    expect(fateOf(pending, known([ply(-1, "a"), ply(0, "roll")]))).toBe("stored");
  });

  test("was not if the log ends before it, or went another way", () => {
    expect(fateOf(pending, known([ply(-1, "a")]))).toBe("lost");
    expect(fateOf(pending, known([ply(-1, "a"), ply(0, "trade")]))).toBe("lost");
    expect(fateOf(pending, known([ply(-1, "a"), ply(1, "roll")]))).toBe("lost");
  });

  test("is asked after at growing distances, never beyond a quarter of a minute", () => {
    const waits = [0, 1, 2, 3, 4, 5, 6, 20].map((attempt) => retryDelay(attempt, () => 1));
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 15000, 15000, 15000]);
    expect(retryDelay(0, () => 0)).toBe(300);
  });
});

describe("clocks", () => {
  const clocks = { at: 1000, left: [60_000, null], used: [5_000, 7_000], running: 0, paused: false };
  const units = { day: "d", hour: "h" };

  test("only the running one goes on", () => {
    expect(clockOf(clocks, 0, 11_000)).toEqual({ left: 50_000, used: 15_000 });
    expect(clockOf(clocks, 1, 11_000)).toEqual({ left: null, used: 7_000 });
  });

  test("none goes on in a pause, none below zero", () => {
    expect(clockOf({ ...clocks, paused: true }, 0, 11_000).left).toBe(60_000);
    expect(clockOf(clocks, 0, 999_000).left).toBe(0);
  });

  test("are read as people read them", () => {
    expect(clockText(245_000, units)).toBe("4:05");
    expect(clockText(3_729_000, units)).toBe("1:02:09");
    expect(clockText(190_800_000, units)).toBe("2 d 5 h");
    expect([isShort(null), isShort(29_999), isShort(30_000)]).toEqual([false, true, false]);
  });
});

describe("results", () => {
  const outcome = {
    reason: "two_stalls_empty",
    rule: "BZ-30",
    scores: [24, 31, 31],
    ranks: [3, 1, 1],
    breakdown: { plain: [14, 21, 20], star: [10, 10, 11], double_star: [0, 0, 0] },
  };

  test("stand from the first to the last, without sources that brought nothing", () => {
    const result = resultOf(outcome);
    expect(result.sources).toEqual(["plain", "star"]);
    expect(result.rows.map((row) => row.seat)).toEqual([1, 2, 0]);
    expect(result.rows[0]!.points).toEqual([21, 10]);
    expect(result.winners).toEqual([1, 2]);
  });

  test("are read from a record's line", () => {
    expect(readResult("two_stalls_empty; scores 31 24; winners 1")).toEqual({
      reason: "two_stalls_empty",
      scores: [31, 24],
      winners: [0],
    });
  });

  test("scores are told where the view has them, and not while they lie face down", () => {
    const [open, down, other] = [{ scores: [3, 4] }, { scores: [3, null] }, { held: [3, 4] }] as unknown as View[];
    expect([open, down, other].map((one) => tellsScores(one!))).toEqual([true, true, false]);
    expect([open, down, other, null].map((one) => scoreOf(one ?? null, 1))).toEqual([4, null, null, null]);
  });

  test("points by source are told unless they lie face down", () => {
    expect(
      pointsBySource(
        [
          [1, 2],
          [3, 4],
        ],
        ["plain", "star"],
        1,
      ),
    ).toEqual([
      { source: "plain", points: 2 },
      { source: "star", points: 4 },
    ]);
    expect(pointsBySource([[1, null]], ["plain"], 1)).toBeNull();
  });
});

describe("seats", () => {
  const seat = (kind: string, change: Partial<SeatShown> = {}): SeatShown => ({
    kind,
    name: "",
    here: true,
    bot: "",
    stand_in: "",
    bot_from: null,
    ...change,
  });

  test("go round the table from one's own", () => {
    expect(seatsFrom(4, 2)).toEqual([2, 3, 0, 1]);
    expect(seatsFrom(3, null)).toEqual([0, 1, 2]);
  });

  test("are bots' alone, or not", () => {
    expect(onlyBots([seat("person"), seat("bot")], 0)).toBe(true);
    expect(onlyBots([seat("person"), seat("person")], 0)).toBe(false);
    expect(onlyBots([seat("bot"), seat("bot")], null)).toBe(false);
    expect(freeSeats([seat("open"), seat("kept"), seat("open")])).toBe(2);
  });

  test("wait for somebody who is away, if the user has a say", () => {
    const seats = [
      seat("person"),
      seat("person", { here: false, bot_from: 5 }),
      seat("person", { bot: "trader", stand_in: "left" }),
    ];
    expect([0, 1, 2, null].map((own) => absentSeat(seats, own))).toEqual([1, null, null, null]);
  });

  test("are played by a bot that agrees to nothing, or by one that was left the seat", () => {
    const seats = (stand_in: SeatShown["stand_in"]) => [
      seat("person"),
      seat("person", { bot: stand_in && "trader", stand_in }),
    ];
    expect((["", "left", "away", "time"] as const).map((why) => someoneIsReplaced(seats(why), 0))).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect(someoneIsReplaced(seats("away"), 1)).toBe(false);
  });

  test("of a new table keep what was chosen when their number changes", () => {
    const chosen = resized([{ kind: "me" }, { kind: "bot", bot: "greedy" }], 4);
    expect(chosen.map((one) => one.kind)).toEqual(["me", "bot", "open", "open"]);
    expect(resized(chosen, 2)).toHaveLength(2);
    expect(againstBots(3, "greedy").map((one) => one.kind)).toEqual(["me", "bot", "bot"]);
    expect([usualCount([2, 3, 4]), usualCount([2])]).toEqual([3, 2]);
    const [alone, some] = [[1], [2, 3]].map((players) => ({
      name: "an option",
      about: "",
      values: ["off", "on"],
      players,
    }));
    expect(soloOption({ options: [some!, alone!] })).toBe(alone);
    expect(soloOption({ options: [some!] })).toBeUndefined();
  });
});

test("moments are told in the reader's language", () => {
  const now = Date.UTC(2030, 0, 10, 12);
  expect(relative(now - 5 * 60_000, now, "en")).toBe("5 minutes ago");
  expect(relative(now - 86_400_000, now, "fr")).toBe("hier");
  expect(relative(now - 10_000, now, "en")).toBe("now");
  expect(relative(now + 3 * 3_600_000, now, "en")).toBe("in 3 hours");
});

test("a guest's name fits the server's limit, whatever the dice say", () => {
  for (const language of ["en", "fr", "xx"]) {
    for (let at = 0; at < 1; at += 0.049) {
      const name = guestName(language, () => at);
      expect(name).toMatch(/^\p{Lu}\p{L}+ \p{L}+$/u);
      expect(name.length).toBeLessThanOrEqual(30);
    }
  }
});

describe("rules", () => {
  const rule = (id: string, section: string) => ({ id, section, text: "", is_ruling: false });

  test("stand by section, in their order", () => {
    const sections = bySection([rule("TD-01", "Setup"), rule("TD-02", "Setup"), rule("TD-10", "Leaders")]);
    expect(sections.map((section) => [section.title, section.rules.length])).toEqual([
      ["Setup", 2],
      ["Leaders", 1],
    ]);
  });

  test("have an address each, also within a text", () => {
    const games = [
      { name: "through_the_desert", rule_prefix: "TD" },
      { name: "bazaar", rule_prefix: "BZ" },
    ];
    expect(rulePath("through_the_desert", "TD-12")).toBe("/rules/through_the_desert#TD-12");
    expect(gameOfRule("BZ-02", games)).toBe("bazaar");
    expect(gameOfRule("DB-02", games)).toBeUndefined();
    expect(cutAtRules("See TD-12, then BZ-01, not UTF-16.", games)).toEqual([
      { text: "See ", game: undefined },
      { text: "TD-12", game: "through_the_desert" },
      { text: ", then ", game: undefined },
      { text: "BZ-01", game: "bazaar" },
      { text: ", not ", game: undefined },
      { text: "UTF-16", game: undefined },
      { text: ".", game: undefined },
    ]);
  });
});

describe("a replay", () => {
  const log = [ply(-1, "setup"), ply(-1, "more"), ply(0, "roll"), ply(-1, "die"), ply(1, "trade")];

  test("begins where the first player acts", () => {
    expect(firstMove(log)).toBe(2);
    expect(firstMove(log.slice(0, 2))).toBe(2);
  });

  test("marks what led to a position: an action, with what chance made of it", () => {
    const actions = (at: number) => shownRecent(log, at).map((one) => one.action);
    expect([0, 1, 2, 3, 4, 5].map(actions)).toEqual([[], ["setup"], ["more"], ["roll"], ["roll", "die"], ["trade"]]);
  });

  test("asks once for each position, and again for one that failed", async () => {
    const asked: number[] = [];
    const kept = memoized(async (at: number) => {
      asked.push(at);
      if (at === 2 && asked.length < 3) throw new Error("no");
      return at;
    });
    expect(await kept(1)).toBe(1);
    expect(await kept(1)).toBe(1);
    await expect(kept(2)).rejects.toThrow("no");
    expect(await kept(2)).toBe(2);
    expect(asked).toEqual([1, 2, 2]);
  });
});

test("an address names a page, and anything else is lost", () => {
  expect(routeOf("/")).toEqual({ page: "home" });
  expect(routeOf("/table/abc")).toEqual({ page: "table", table: "abc" });
  expect(routeOf("/replay/a%20b")).toEqual({ page: "replay", table: "a b" });
  expect(routeOf("/rules/bazaar/")).toEqual({ page: "rules", game: "bazaar" });
  expect(routeOf("/in/secret")).toEqual({ page: "enter", token: "secret" });
  expect(routeOf("/settings")).toEqual({ page: "settings" });
  for (const path of ["/table", "/nothing", "/settings/x", "/table/a/b", "/%"])
    expect(routeOf(path)).toEqual({ page: "notFound" });
});

test("of a table's options only the unusual ones are told", () => {
  const option = (name: string, values: string[]) => ({ name, about: "", values, players: null });
  const options = [option("start", ["1", "2"]), option("open_scores", ["on", "off"])];
  expect(
    chosenOptions("players=3 start=1 open_scores=off", options).map((one) => [one.option.name, one.value]),
  ).toEqual([["open_scores", "off"]]);
  expect(chosenOptions("", options)).toEqual([]);
});

describe("bots in words", () => {
  test("have a title, and words for what to expect of them", () => {
    expect(botNote("merchant")).toBe("Bot · merchant");
    expect(botChoice("novice")).toBe("Bot · Novice");
    expect(botAbout("novice")).toBe("Overlooks a lot, for a first game");
  });

  test("without a word of ours are called by their name", () => {
    expect(botTitle("sand_fox")).toBe("Sand fox");
    expect(botChoice("sand_fox")).toBe("Bot · Sand fox");
    expect(botAbout("sand_fox")).toBe("");
  });
});

describe("names", () => {
  test("are listed as the language does it", () => {
    expect(andList(["Ada"])).toBe("Ada");
    expect(andList(["Ada", "Bo", "Cy"])).toBe("Ada, Bo and Cy");
    expect(listed("fr", ["Ada", "Bo", "Cy"])).toBe("Ada, Bo et Cy");
  });

  test("of deleted accounts are a word of the language", () => {
    expect(shownSeats([{ name: "Ada" }, { name: "Somebody" }])).toEqual([{ name: "Ada" }, { name: "Former player" }]);
    const notice = { notice: "stand_in", about: 1, name: "Somebody" } as const;
    expect(noticeWords(notice, ["Ada", "Bo"])).toBe("Former player let a bot play for Bo, who was away.");
  });
});

test("of one's own games, what waits comes first, then what goes on, then what is over", () => {
  const table = (id: string, state: string, waits = false) => ({ id, state, waits }) as TableShown;
  const tables = [
    table("a", "over"),
    table("b", "playing"),
    table("c", "playing", true),
    table("d", "open"),
    table("e", "over"),
  ];
  expect(inOrder(tables).map(({ id }) => id)).toEqual(["c", "b", "d", "a", "e"]);
});

test("a hint says what it is worth, and what the next best is if that is worth less", () => {
  expect(worthOfHint(0.624, 0.553)).toBe(
    "Your chance of winning would then be about 62%; with the next best move, 55%.",
  );
  expect(worthOfHint(0.624, 0.62)).toBe("Your chance of winning would then be about 62%.");
  expect(worthOfHint(0.3, null)).toBe("Your chance of winning would then be about 30%.");
  expect(worthOfHint(null, null)).toBe("");
});
