// Rules that find faults; how the code is set is prettier's affair.
import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import { defineConfig, globalIgnores } from "eslint/config";
import globals from "globals";
import ts from "typescript-eslint";

export default defineConfig(
  // made by other tools
  globalIgnores(["src/paraglide/", "src/wire.ts"]),
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  svelte.configs.prettier,
  {
    languageOptions: { globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      eqeqeq: "error",
      // svelte-check reads the types: a name that it does not know is an error there.
      "no-undef": "off",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      // noUncheckedIndexedAccess is on: `!` says what a length or a key that was just looked up proves.
      "@typescript-eslint/no-non-null-assertion": "off",
      // Our links and router work on plain paths; this rule is for SvelteKit's.
      "svelte/no-navigation-without-resolve": "off",
      // A space that must stay is written {" "}, and `children` beside another snippet by its name.
      "svelte/no-useless-mustaches": "off",
      "svelte/no-useless-children-snippet": "off",
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser } },
  },
  {
    // Of a game's folder the shell knows what its index.ts gives (games/contract.ts).
    files: ["src/**"],
    ignores: ["src/games/*/**"],
    rules: {
      "no-restricted-imports": [
        "error",
        { patterns: [{ regex: "games/[a-z_]+/", message: "Only games/index.ts opens a game's folder." }] },
      ],
    },
  },
  {
    files: ["scripts/**", "*.config.*"],
    languageOptions: { globals: globals.node },
  },
);
