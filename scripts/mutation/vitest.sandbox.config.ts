import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { QuickestFirst } from "./quickestFirst.ts";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The sandbox's own tests, and those of tests/conformance that neither start a process nor wait for seconds. */
export default defineConfig({
  resolve: {
    alias: {
      "server-only": here("../../node_modules/server-only/empty.js"),
      "#scripts/launch/sandbox/sandboxProcess.ts": here("sandboxInProcess.ts"),
    },
  },
  test: {
    include: [
      "sandbox/**/*.test.ts",
      "tests/conformance/{catalog,control,keysAndLimits,messages,orders,placing,scenarios}.test.ts",
      "tests/conformance/suite/plain.test.ts",
    ],
    setupFiles: ["scripts/mutation/seed.ts"],
    sequence: { sequencer: QuickestFirst },
    // Starting a process for each file would take longer than its tests.
    isolate: false,
    testTimeout: 5_000,
    hookTimeout: 5_000,
  },
});
