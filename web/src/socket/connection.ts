// A WebSocket connection to a table: numbers each request, resolves its reply, and reconnects by itself.
// It knows messages by their `type` only; their meaning belongs to table.svelte.ts.
import { retryDelay } from "./retryDelay";
import { RELOAD, type Chat, type ClientMessage, type Pulse, type Reply, type ServerMessage } from "../wire";
import type { StorageStatus, Update } from "../wire";

/** No reply came: the connection was not open, or closed first. */
export class ConnectionLost extends Error {}

export type ConnectionState = "connecting" | "open" | "waiting";

type Handlers = {
  /** The URL to connect to, asked for at each attempt. */
  url: () => string;
  onMessage: (message: Update | Chat | Pulse | StorageStatus) => void;
  onStateChange: (state: ConnectionState) => void;
  /** The server closed the connection on purpose: the user's session may have ended. */
  onDismissed: () => void;
  /** The server speaks another version than this page: it is to be loaded again. */
  onOutdated: () => void;
};

type Distribute<T> = T extends unknown ? Omit<T, "id"> : never;
export type Ask = Distribute<ClientMessage>;

/** The code of a deliberate close: the session was ended, or the client exceeded its rate limit. */
const DISMISSED = 1008;
const REPLY_TIMEOUT = 10_000;
const HINT_TIMEOUT = 60_000;
/** The server sends a pulse every 20 seconds: a connection that misses two is dead. */
const SILENCE_TIMEOUT = 50_000;

export class Connection {
  #handlers: Handlers;
  #socket: WebSocket | null = null;
  #requests = new Map<
    number,
    { resolve: (reply: Reply) => void; reject: (broken: ConnectionLost) => void; timer: number }
  >();
  #next = 1;
  #attempt = 0;
  #retryTimer: number | undefined;
  #silenceTimer: number | undefined;
  #closed = false;

  constructor(handlers: Handlers) {
    this.#handlers = handlers;
    addEventListener("online", this.#retryNow);
    addEventListener("offline", this.#abandon);
    document.addEventListener("visibilitychange", this.#retryNow);
    this.#connect();
  }

  /** Send a message; resolves with its reply. */
  ask(message: Ask): Promise<Reply> {
    const socket = this.#socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) return Promise.reject(new ConnectionLost());
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      // A connection without replies is dead, even if the browser has not noticed.
      const timer = window.setTimeout(this.#abandon, message.type === "hint" ? HINT_TIMEOUT : REPLY_TIMEOUT);
      this.#requests.set(id, { resolve, reject, timer });
      socket.send(JSON.stringify({ ...message, id }));
    });
  }

  /** Reconnect at once; the URL may have changed. */
  reopen(): void {
    this.#drop();
    this.#attempt = 0;
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    removeEventListener("online", this.#retryNow);
    removeEventListener("offline", this.#abandon);
    document.removeEventListener("visibilitychange", this.#retryNow);
    clearTimeout(this.#retryTimer);
    this.#drop();
  }

  #connect(): void {
    if (this.#closed) return;
    clearTimeout(this.#retryTimer);
    this.#handlers.onStateChange("connecting");
    const socket = new WebSocket(this.#handlers.url());
    this.#socket = socket;
    socket.onopen = () => {
      this.#attempt = 0;
      this.#restartSilenceTimer();
      this.#handlers.onStateChange("open");
    };
    socket.onmessage = (event) => {
      if (socket !== this.#socket) return;
      this.#restartSilenceTimer();
      this.#receive(JSON.parse(String(event.data)) as ServerMessage);
    };
    socket.onclose = (event) => {
      if (socket !== this.#socket) return;
      this.#scheduleRetry();
      if (event.code === DISMISSED) this.#handlers.onDismissed();
      if (event.code === RELOAD) this.#handlers.onOutdated();
    };
  }

  #restartSilenceTimer(): void {
    clearTimeout(this.#silenceTimer);
    this.#silenceTimer = window.setTimeout(this.#abandon, SILENCE_TIMEOUT);
  }

  #receive(message: ServerMessage): void {
    if (!("to" in message)) return this.#handlers.onMessage(message);
    const waiting = this.#requests.get(message.to);
    if (!waiting) return;
    this.#requests.delete(message.to);
    clearTimeout(waiting.timer);
    waiting.resolve(message);
  }

  #scheduleRetry(): void {
    this.#drop();
    if (this.#closed) return;
    this.#handlers.onStateChange("waiting");
    this.#retryTimer = window.setTimeout(() => this.#connect(), retryDelay(this.#attempt++));
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    clearTimeout(this.#silenceTimer);
    socket?.close();
    for (const { reject, timer } of this.#requests.values()) {
      clearTimeout(timer);
      reject(new ConnectionLost());
    }
    this.#requests.clear();
  }

  #retryNow = (): void => {
    if (document.visibilityState === "hidden" || this.#closed || this.#socket) return;
    this.#attempt = 0;
    this.#connect();
  };

  #abandon = (): void => {
    if (this.#socket) this.#scheduleRetry();
  };
}
