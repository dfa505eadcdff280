// The entry point of the client.
import "./app.css";
import "./locale.svelte";
import { mount } from "svelte";
import App from "./App.svelte";
import { games } from "./games.svelte";
import { reloadOnce } from "./reload";
import { user } from "./user.svelte";

// A page that is older than the server's files requests files that are gone.
addEventListener("vite:preloadError", () => void reloadOnce());

// Without an answer the user counts as a visitor; the pages say that the server cannot be reached.
user.load().catch(() => user.become(null));
// The home page asks for the list by itself, and again.
if (location.pathname !== "/") games.refresh().catch(() => undefined);
mount(App, { target: document.getElementById("app")! });

if (import.meta.env.PROD && "serviceWorker" in navigator) {
  // A browser that refuses it, as in a private window, plays on without.
  navigator.serviceWorker.register("/sw.js").catch(() => undefined);
}
