import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// Outside of a bundle, `server-only` has nothing to guard.
const alias = { "server-only": fileURLToPath(new URL("node_modules/server-only/empty.js", import.meta.url)) };

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias },
        test: { name: "unit", include: ["{lib,server,components,sandbox,scripts}/**/*.test.{ts,tsx}"] },
      },
      {
        resolve: { alias },
        test: {
          name: "integration",
          include: ["tests/**/*.test.ts"],
          globalSetup: ["tests/support/globalSetup.ts"],
          // A real database and a real service answer in milliseconds; only a busy machine needs more.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
