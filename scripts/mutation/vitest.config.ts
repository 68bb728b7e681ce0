import { defineConfig } from "vitest/config";
import { QuickestFirst } from "./quickestFirst.ts";

/** Runs only the tests beside the rules, so that mutants are found which only a larger test happens to notice. */
export default defineConfig({
  test: {
    include: ["lib/orders/**/*.test.ts"],
    // Instrumented code is several times slower, and property tests run thousands of examples.
    testTimeout: 120_000,
    setupFiles: ["scripts/mutation/seed.ts"],
    sequence: { sequencer: QuickestFirst },
  },
});
