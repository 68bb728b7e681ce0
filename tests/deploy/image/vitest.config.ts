import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { TIME_LIMITS } from "#scripts/testStack/timeLimits.ts";

const serverOnly = fileURLToPath(new URL("../../../node_modules/server-only/empty.js", import.meta.url));

/** Runs only the long test of a deployment, which `npm run test:deploy -- --image` asks for. */
export default defineConfig({
  resolve: { alias: { "server-only": serverOnly } },
  test: {
    include: ["tests/deploy/image/**/*.test.ts"],
    testTimeout: TIME_LIMITS.test,
    // The image is built before the tests, and its base image before it.
    hookTimeout: 3 * TIME_LIMITS.test,
    expect: { poll: { timeout: TIME_LIMITS.wait } },
  },
});
