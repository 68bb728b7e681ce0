import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const serverOnly = fileURLToPath(new URL("../../../node_modules/server-only/empty.js", import.meta.url));

/** Runs only the long test of a deployment, which `npm run test:deploy -- --image` asks for. */
export default defineConfig({
  resolve: { alias: { "server-only": serverOnly } },
  test: { include: ["tests/deploy/image/**/*.test.ts"], testTimeout: 600_000, hookTimeout: 3_600_000 },
});
