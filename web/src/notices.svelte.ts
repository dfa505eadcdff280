// What is told in passing: a short notice on the screen, and a sentence for those who listen.

export type Notice = { number: number; text: string; tone: "plain" | "good" | "bad"; rule: string | null };

class Notices {
  shown: Notice[] = $state([]);
  /** The last sentence for the live region; the number makes the same sentence new. */
  spoken = $state({ text: "", number: 0 });
  #next = 1;

  tell(text: string, tone: Notice["tone"] = "plain", rule: string | null = null): void {
    const notice = { number: this.#next++, text, tone, rule };
    this.shown = [...this.shown.filter((other) => other.text !== text).slice(-2), notice];
    setTimeout(() => this.drop(notice.number), tone === "bad" ? 9000 : 5000);
  }

  drop(number: number): void {
    this.shown = this.shown.filter((notice) => notice.number !== number);
  }

  speak(text: string): void {
    if (text) this.spoken = { text, number: this.spoken.number + 1 };
  }
}

export const notices = new Notices();
