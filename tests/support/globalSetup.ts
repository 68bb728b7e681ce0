import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startEmbedded } from "#scripts/stack/database/startEmbedded.ts";
import { migrate } from "#server/db/migrate.ts";

declare module "vitest" {
  // Merged with vitest's own interface, so it has to be one.
  interface ProvidedContext {
    /** The migrated database that every test file's own one is cloned from. */
    templateDatabaseUrl: string;
  }
}

/** One real PostgreSQL for the whole run. */
export default async function setup(project: TestProject) {
  const dataDir = mkdtempSync(join(tmpdir(), "codedesk-tests-"));
  // The server's account must pass through when the tests run as root.
  chmodSync(dataDir, 0o711);
  const embedded = await startEmbedded({
    dataDir,
    // Nothing here outlives the run, so nothing needs to reach the disk.
    settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "400" },
  });
  await migrate(embedded.url);
  project.provide("templateDatabaseUrl", embedded.url);
  return async () => {
    await embedded.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
