// Before the first paint: the theme and stillness that this reader chose, so that nothing flashes.
(function () {
  try {
    var kept = JSON.parse(localStorage.getItem("saltroad.settings") || "{}");
    var root = document.documentElement;
    if (kept.theme === "light" || kept.theme === "dark") root.dataset.theme = kept.theme;
    if (kept.symbols === "plain") root.dataset.symbols = "plain";
    if (kept.animation === false) root.dataset.still = "";
    var language = localStorage.getItem("saltroad.language");
    if (language) root.lang = language;
  } catch {
    // Nothing is kept: the system's own theme it is.
  }
})();
