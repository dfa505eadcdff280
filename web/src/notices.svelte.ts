// Short notices on the screen, and announcements for screen readers.

export type Notice = { number: number; text: string; tone: "plain" | "good" | "bad"; rule: string | null };

class Notices {
  list: Notice[] = $state([]);
  /** The last announcement for the live region; the number makes the same sentence new. */
  announced = $state({ text: "", number: 0 });
  #next = 1;

  show(text: string, tone: Notice["tone"] = "plain", rule: string | null = null): void {
    const notice = { number: this.#next++, text, tone, rule };
    this.list = [...this.list.filter((other) => other.text !== text).slice(-2), notice];
    setTimeout(() => this.dismiss(notice.number), tone === "bad" ? 9000 : 5000);
  }

  dismiss(number: number): void {
    this.list = this.list.filter((notice) => notice.number !== number);
  }

  announce(text: string): void {
    if (text) this.announced = { text, number: this.announced.number + 1 };
  }
}

export const notices = new Notices();
