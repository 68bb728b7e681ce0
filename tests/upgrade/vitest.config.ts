import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { TIME_LIMITS } from "#scripts/testStack/timeLimits.ts";

const serverOnly = fileURLToPath(new URL("../../node_modules/server-only/empty.js", import.meta.url));

/** Runs only the upgrade test: it needs a second build, which `npm run test:upgrade` makes. */
export default defineConfig({
  resolve: { alias: { "server-only": serverOnly } },
  test: {
    include: ["tests/upgrade/**/*.test.ts"],
    // Each has the machine for itself.
    fileParallelism: false,
    globalSetup: ["tests/support/globalSetup.ts"],
    testTimeout: TIME_LIMITS.test,
    hookTimeout: TIME_LIMITS.test,
    expect: { poll: { timeout: TIME_LIMITS.wait } },
  },
});
