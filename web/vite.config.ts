// How the client is built: into the Python package, so that an installed server needs no Node.
import { paraglideVitePlugin } from "@inlang/paraglide-js";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { loadEnv } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { defineConfig } from "vitest/config";

const port = loadEnv("", ".", "SALTROAD_").SALTROAD_PORT ?? "8642";

export default defineConfig(({ mode }) => ({
  publicDir: "static",
  plugins: [
    // The tests take the messages as they were compiled before: the plugin would watch them and never end.
    mode !== "test" &&
      paraglideVitePlugin({
        project: "./project.inlang",
        outdir: "./src/paraglide",
        strategy: ["globalVariable", "baseLocale"],
      }),
    svelte(),
    VitePWA({
      injectRegister: false,
      registerType: "autoUpdate",
      manifest: {
        name: "Saltroad",
        short_name: "Saltroad",
        description: "Three desert trading games at one table.",
        start_url: "/",
        display: "standalone",
        background_color: "#fbf5e9",
        theme_color: "#b5532f",
        icons: [
          { src: "/icon.svg", sizes: "any", type: "image/svg+xml" },
          { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
          { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
          { src: "/icon-maskable.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
        ],
      },
      workbox: {
        globPatterns: ["**/*.{js,css,html,svg}", "**/*-latin-*.woff2"],
        globIgnores: ["**/*latin-ext*", "**/*vietnamese*"],
        navigateFallback: "/index.html",
        navigateFallbackDenylist: [/^\/api\//, /^\/health/, /^\/metrics/],
        clientsClaim: true,
        skipWaiting: true,
        cleanupOutdatedCaches: true,
      },
    }),
  ],
  // Nothing is put into the page as data: the page's policy allows only files of our own.
  build: {
    outDir: "../src/saltroad/server/client",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  server: { proxy: { "/api": { target: `http://127.0.0.1:${port}`, ws: true } } },
  test: { include: ["tests/**/*.test.ts"], environment: "node" },
}));
