// Every HTTP request, each as one function. A refusal is thrown as RequestError, with the server's own sentence.
import { language } from "./locale.svelte";
import type { Origin, Variation } from "./model/variation";
import { m } from "./paraglide/messages";
import type {
  Address,
  AnalysedPosition,
  AnalysisShown,
  ChangePerson,
  ClientMessage,
  DiceShown,
  Explained,
  RefusalBody,
  GameMessages,
  GameShown,
  Lesson,
  PuzzleList,
  PuzzleResult,
  PuzzleShown,
  IssuedLink,
  LinkShown,
  Me,
  NewTable,
  Reply,
  Replay,
  RulePicture,
  RuleShown,
  SessionShown,
  ReplayPosition,
  TableShown,
  TokenShown,
  Update,
  VariationShown,
} from "./wire";

export class RequestError extends Error {
  constructor(
    readonly code: string,
    sentence: string,
    readonly rule: string | null = null,
    readonly reason: string | null = null,
    readonly params: RefusalBody["params"] = {},
  ) {
    super(sentence);
  }
}

/** The sentence for the user about anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof RequestError ? error.message : m.trouble_unknown();
}

/** Send a request. The language is for sentences in the response, such as why it is refused; facts have no language. */
async function ask<Answer>(
  method: string,
  path: string,
  body?: unknown,
  signal: AbortSignal | null = null,
): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      headers: { "Accept-Language": language(), ...(body !== undefined && { "Content-Type": "application/json" }) },
      body: body === undefined ? null : JSON.stringify(body),
      signal,
    });
  } catch {
    if (signal?.aborted) throw new RequestError("aborted", "");
    throw new RequestError("offline", m.trouble_offline());
  }
  if (!response.ok) throw await faultOf(response);
  if (response.status === 204) return null as Answer;
  const text = await response.text();
  return (text === "" ? null : JSON.parse(text)) as Answer;
}

/** Get something that is written in a language, and kept by its address. */
const read = <Answer>(path: string) => ask<Answer>("GET", `${path}?language=${language()}`);

async function faultOf(response: Response): Promise<RequestError> {
  try {
    const fault = (await response.json()) as RefusalBody;
    if (fault.sentence) return new RequestError(fault.code, fault.sentence, fault.rule, fault.reason, fault.params);
  } catch {
    // Not a response of our server: a proxy answered, or the server is starting.
  }
  return new RequestError(`status_${response.status}`, m.trouble_server({ status: response.status }));
}

export const getAddress = () => ask<Address>("GET", "/address");
export const getMe = () => ask<Me | null>("GET", "/me");
export const createGuest = (name: string) => ask<Me>("POST", "/me", { name });
export const changeMe = (change: ChangePerson) => ask<Me>("PATCH", "/me", change);
export const deleteMe = () => ask<null>("DELETE", "/me");
export const makeLink = () => ask<IssuedLink>("POST", "/me/link");
export const enter = (token: string) => ask<Me>("POST", "/me/enter", { token });
export const setPassword = (login: string, password: string, old_password = "") =>
  ask<Me>("POST", "/me/password", { login, password, old_password });
export const logIn = (login: string, password: string) => ask<Me>("POST", "/me/login", { login, password });
export const logOut = () => ask<null>("POST", "/me/logout");
export const getTokens = () => ask<TokenShown[]>("GET", "/me/tokens");
export const makeToken = (label: string, scope: TokenShown["scope"]) =>
  ask<TokenShown>("POST", "/me/tokens", { label, scope });
export const dropToken = (id: string) => ask<null>("DELETE", `/me/tokens/${encodeURIComponent(id)}`);
export const getSessions = () => ask<SessionShown[]>("GET", "/me/sessions");
export const endSession = (id: string) => ask<null>("DELETE", `/me/sessions/${encodeURIComponent(id)}`);
export const endOtherSessions = () => ask<null>("DELETE", "/me/sessions");
export const getLinks = () => ask<LinkShown[]>("GET", "/me/links");
export const dropLink = (id: string) => ask<null>("DELETE", `/me/links/${encodeURIComponent(id)}`);

export const getGames = () => ask<GameShown[]>("GET", "/games");
const gamePath = (game: string) => `/games/${encodeURIComponent(game)}`;
export const getMessages = (game: string) => read<GameMessages>(`${gamePath(game)}/messages`);
export const getRules = (game: string) => read<RuleShown[]>(`${gamePath(game)}/rules`);
export const getLesson = (game: string) => read<Lesson>(`${gamePath(game)}/lesson`);
export const getPictures = (game: string) => read<RulePicture[]>(`${gamePath(game)}/pictures`);
/** Why not? At a step of a lesson, counted from 1. */
export const getWhy = (game: string, step: number, action: string) =>
  ask<Explained>("GET", `${gamePath(game)}/lesson/${step}/why?action=${encodeURIComponent(action)}`);

export const getOpenTables = (filter: { game?: string; before?: string } = {}) =>
  ask<TableShown[]>("GET", `/tables?${new URLSearchParams(filter)}`);
export const getMyTables = () => ask<TableShown[]>("GET", "/tables/mine");
export const getFinished = () => ask<TableShown[]>("GET", "/tables/finished");
export const makeTable = (table: NewTable) => ask<TableShown>("POST", "/tables", table);

const tablePath = (id: string) => `/tables/${encodeURIComponent(id)}`;
export const getTable = (id: string) => ask<Update>("GET", tablePath(id));
export const getReplay = (id: string) => ask<Replay>("GET", `${tablePath(id)}/replay`);
export const getShown = (id: string, ply: number, seat: number | null) =>
  ask<ReplayPosition>("GET", `${tablePath(id)}/replay/${ply}${seat === null ? "" : `?seat=${seat}`}`);
/** The analysis as far as it is done, with the plies from the `since`-th analysed one on. */
export const getAnalysis = (id: string, since: number) =>
  ask<AnalysisShown>("GET", `${tablePath(id)}/analysis?since=${since}`);
export const startAnalysis = (id: string) => ask<AnalysisShown>("POST", `${tablePath(id)}/analysis`);
/** Where a variation is asked for, and what names its beginning there. */
function variationOf(origin: Origin): [path: string, beginning: Record<string, unknown>] {
  if ("table" in origin) return [`${tablePath(origin.table)}/variation`, { ply: origin.ply }];
  return [`${gamePath(origin.game)}/variation`, { players: origin.players, seed: origin.seed }];
}
export function askVariation({ origin, actions, seat, bots }: Variation): Promise<VariationShown> {
  const [path, beginning] = variationOf(origin);
  return ask<VariationShown>("POST", path, { ...beginning, actions, ...(seat !== null && { seat, bots }) });
}
/** The shares in the position, and the best moves; with a move that is to be judged beside them. */
export function analyseVariation(
  { origin, actions }: Variation,
  how: { move?: string; nodes?: number; page: string },
  signal: AbortSignal,
): Promise<AnalysedPosition> {
  const [path, beginning] = variationOf(origin);
  return ask<AnalysedPosition>("POST", `${path}/analysis`, { ...beginning, actions, ...how }, signal);
}
export const getPuzzles = (game: string) => ask<PuzzleList>("GET", `/puzzles/${encodeURIComponent(game)}`);
const puzzlePath = (game: string, id: string) => `/puzzles/${encodeURIComponent(game)}/${encodeURIComponent(id)}`;
export const getPuzzle = (game: string, id: string) => ask<PuzzleShown>("GET", puzzlePath(game, id));
/** Try a move; an empty one gives up. */
export const answerPuzzle = (game: string, id: string, action: string) =>
  ask<PuzzleResult>("POST", puzzlePath(game, id), { action });
export const getDice = (id: string) => ask<DiceShown>("GET", `${tablePath(id)}/dice`);
export const askTable = (id: string, message: ClientMessage) => ask<Reply>("POST", tablePath(id), message);
export const keepRecord = (text: string) => ask<TableShown>("POST", "/records", { text });
export const recordPath = (id: string) => `/api${tablePath(id)}/record`;
