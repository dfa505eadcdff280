// The router: reads and changes the address bar through the history, with real links.
import { tick } from "svelte";
import { routeOf, type Route } from "./model/routes";

class Router {
  path = $state(location.pathname);
  query = $state.raw(new URLSearchParams(location.search));
  anchor = $state(location.hash.slice(1));
  route: Route = $derived(routeOf(this.path));

  constructor() {
    addEventListener("popstate", () => this.#read());
    addEventListener("click", (event) => this.#follow(event));
  }

  /** Go to an address of our own. */
  async go(to: string, replace = false): Promise<void> {
    const before = this.path;
    history[replace ? "replaceState" : "pushState"](null, "", to);
    this.#read();
    if (this.path === before) return;
    await tick();
    scrollTo(0, 0);
    document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
  }

  #read(): void {
    this.path = location.pathname;
    this.query = new URLSearchParams(location.search);
    this.anchor = location.hash.slice(1);
  }

  #follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest?.("a");
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (link.pathname.startsWith("/api/") || link.getAttribute("href")?.startsWith("#")) return;
    event.preventDefault();
    void this.go(link.pathname + link.search + link.hash);
  }
}

export const router = new Router();
