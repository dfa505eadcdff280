// One line to a table: connects, numbers what it asks, hands back each answer, and comes back by itself when it breaks.
// Knows no message but by its `type`; what they mean is the table's.
import { waitBefore } from "../shown/pending";
import type { Chat, ClientMessage, Pulse, Reply, ServerMessage, StorageStatus, Update } from "../wire";

/** Nothing was answered: the line was not open, or broke before an answer came. */
export class Broken extends Error {}

export type LineState = "connecting" | "open" | "waiting";

type Hearing = {
  /** The address to connect to, asked for at each try. */
  address: () => string;
  heard: (message: Update | Chat | Pulse | StorageStatus) => void;
  changed: (state: LineState) => void;
  /** The server has closed the line on purpose: the reader may not be who they were. */
  sentAway: () => void;
};

type Distribute<T> = T extends unknown ? Omit<T, "id"> : never;
export type Ask = Distribute<ClientMessage>;

/** The code of a close that is meant: the session was ended, or too much was asked at once. */
const SENT_AWAY = 1008;
const ANSWER_WITHIN = 10_000;
const HINT_WITHIN = 60_000;
/** The server sends a pulse every 20 seconds: a line that is silent for longer than two is dead. */
const LONGEST_SILENCE = 50_000;

export class Line {
  #hearing: Hearing;
  #socket: WebSocket | null = null;
  #asked = new Map<number, { resolve: (reply: Reply) => void; reject: (broken: Broken) => void; timer: number }>();
  #next = 1;
  #attempt = 0;
  #retry: number | undefined;
  #silence: number | undefined;
  #closed = false;

  constructor(hearing: Hearing) {
    this.#hearing = hearing;
    addEventListener("online", this.#hurry);
    addEventListener("offline", this.#lose);
    document.addEventListener("visibilitychange", this.#hurry);
    this.#connect();
  }

  /** Send a message; the promise is kept by its one answer. */
  ask(message: Ask): Promise<Reply> {
    const socket = this.#socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) return Promise.reject(new Broken());
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      // A line that does not answer is broken, whatever the browser believes.
      const timer = window.setTimeout(this.#lose, message.type === "hint" ? HINT_WITHIN : ANSWER_WITHIN);
      this.#asked.set(id, { resolve, reject, timer });
      socket.send(JSON.stringify({ ...message, id }));
    });
  }

  /** Begin anew at once, with an address that may have changed. */
  reopen(): void {
    this.#drop();
    this.#attempt = 0;
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    removeEventListener("online", this.#hurry);
    removeEventListener("offline", this.#lose);
    document.removeEventListener("visibilitychange", this.#hurry);
    clearTimeout(this.#retry);
    this.#drop();
  }

  #connect(): void {
    if (this.#closed) return;
    clearTimeout(this.#retry);
    this.#hearing.changed("connecting");
    const socket = new WebSocket(this.#hearing.address());
    this.#socket = socket;
    socket.onopen = () => {
      this.#attempt = 0;
      this.#listen();
      this.#hearing.changed("open");
    };
    socket.onmessage = (event) => {
      if (socket !== this.#socket) return;
      this.#listen();
      this.#hear(JSON.parse(String(event.data)) as ServerMessage);
    };
    socket.onclose = (event) => {
      if (socket !== this.#socket) return;
      this.#broke();
      if (event.code === SENT_AWAY) this.#hearing.sentAway();
    };
  }

  /** Something is heard: the line lives. */
  #listen(): void {
    clearTimeout(this.#silence);
    this.#silence = window.setTimeout(this.#lose, LONGEST_SILENCE);
  }

  #hear(message: ServerMessage): void {
    if (!("to" in message)) return this.#hearing.heard(message);
    const waiting = this.#asked.get(message.to);
    if (!waiting) return;
    this.#asked.delete(message.to);
    clearTimeout(waiting.timer);
    waiting.resolve(message);
  }

  #broke(): void {
    this.#drop();
    if (this.#closed) return;
    this.#hearing.changed("waiting");
    this.#retry = window.setTimeout(() => this.#connect(), waitBefore(this.#attempt++));
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    clearTimeout(this.#silence);
    socket?.close();
    for (const { reject, timer } of this.#asked.values()) {
      clearTimeout(timer);
      reject(new Broken());
    }
    this.#asked.clear();
  }

  #hurry = (): void => {
    if (document.visibilityState === "hidden" || this.#closed || this.#socket) return;
    this.#attempt = 0;
    this.#connect();
  };

  #lose = (): void => {
    if (this.#socket) this.#broke();
  };
}
