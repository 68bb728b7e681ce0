import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "#scripts/checks/longestFirst.ts";
import { TIME_LIMITS } from "#scripts/testStack/timeLimits.ts";

// Outside of a bundle, `server-only` has nothing to guard.
const alias = { "server-only": fileURLToPath(new URL("node_modules/server-only/empty.js", import.meta.url)) };

const patience = {
  testTimeout: TIME_LIMITS.test,
  hookTimeout: TIME_LIMITS.test,
  expect: { poll: { timeout: TIME_LIMITS.wait } },
};

export default defineConfig({
  test: {
    // Integration tests mostly wait for a database, a service or a clock: five on two cores leave little of them unused.
    maxWorkers: 2 * availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        resolve: { alias },
        test: {
          name: "unit",
          // Pure functions share nothing that a test could change: one process for many files halves the time.
          isolate: false,
          setupFiles: ["tests/support/seed.ts"],
          include: ["{lib,server,components,sandbox,scripts}/**/*.test.{ts,tsx}"],
          ...patience,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "integration",
          // One process for many files takes a sixth less time of the processor; each file begins as a fresh process would.
          isolate: false,
          setupFiles: ["tests/support/freshProcess.ts", "tests/support/seed.ts"],
          include: ["tests/**/*.test.ts"],
          exclude: ["tests/timing/**", "tests/upgrade/**", "tests/deploy/**"],
          globalSetup: ["tests/support/globalSetup.ts"],
          ...patience,
        },
      },
      {
        resolve: { alias },
        test: {
          // Installs and starts whole programs, some of them twice.
          name: "deployment",
          include: ["tests/deploy/*.test.ts"],
          globalSetup: ["tests/support/globalSetup.ts"],
          ...patience,
          sequence: { groupOrder: 2 },
        },
      },
      {
        resolve: { alias },
        test: {
          // The main job in browsers of other makes: seconds in each, and minutes on a slow machine.
          name: "engines",
          include: ["e2e/engines/**/*.test.ts"],
          ...patience,
          fileParallelism: false,
          sequence: { groupOrder: 3 },
        },
      },
      {
        resolve: { alias },
        test: {
          // Tests that compare times have the machine to themselves, after all the others.
          name: "timing",
          include: ["tests/timing/**/*.test.ts"],
          ...patience,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
