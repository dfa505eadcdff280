// Reloads the page because it is not of the server's version: once, not again and again.

const KEY = "saltroad.reloaded";
/** Files that are gone may come with a new version at any time. */
const PAUSE = 10_000;
/** A page that was loaded again and still is of another version stays so for a while: as while servers are changed. */
export const LONG_PAUSE = 600_000;
/** How long a new version may take to be fetched before the page is loaded all the same. */
const FETCH_TIMEOUT = 5_000;

/** Load the page anew, with the server's files of now; false if that was done within the pause and was of no use. */
export async function reloadOnce(pause = PAUSE): Promise<boolean> {
  try {
    if (Date.now() - Number(sessionStorage.getItem(KEY) ?? 0) < pause) return false;
    sessionStorage.setItem(KEY, String(Date.now()));
  } catch {
    return false; // A browser that keeps nothing would load it again and again.
  }
  await Promise.race([renewed(), new Promise((resolve) => setTimeout(resolve, FETCH_TIMEOUT))]);
  location.reload();
  return true;
}

/** The service worker keeps the pages of the version that it came with: wait until the new one has taken over. */
async function renewed(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration) return;
  const changed = new Promise<void>((resolve) =>
    navigator.serviceWorker.addEventListener("controllerchange", () => resolve(), { once: true }),
  );
  try {
    await registration.update();
  } catch {
    return; // The server cannot be reached: the page says so itself.
  }
  if (registration.installing ?? registration.waiting) await changed;
}
