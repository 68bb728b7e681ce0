import { defineConfig } from "vitest/config";

/** Only the tests that lie beside the rules: what they let through is found, not what a bigger test happens to catch. */
export default defineConfig({
  test: { include: ["lib/orders/**/*.test.ts"], setupFiles: ["scripts/mutation/seed.ts"] },
});
